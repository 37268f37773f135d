import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './scripts/precompress.ts'
import { prerender } from './scripts/prerender.ts'
import { xlsxInPlace } from './scripts/xlsx-in-place.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

const INNER_SCREENS_ONLY =
  'components/(banner|data-|table-|windowed|pagination|search-box|popover|safe-link|when-seen|trend-|password-field|date-range)|table-|url-state|trend-|form|date-choice|use-element'
const INNER_ICONS = 'eye|columns|download|list-filter|ellipsis|users|file-text|search|external-link'
const FIRST_VIEW = new RegExp(
  [
    `src/(shared|kit/(?!${INNER_SCREENS_ONLY}))`,
    'src/features/(auth|accounts|sync)/(contract|ui/(session|account-|sync-|progress|use-sync))',
    'src/web/layout/(panel-shell|top-header|avatar|slide-menu|link-class)',
    '@tanstack/react-query',
    `lucide-react/dist/esm/(?!icons/(${INNER_ICONS}))`,
  ].join('|'),
)

export default defineConfig({
  plugins: [prerender(), react(), tailwindcss(), xlsxInPlace(), precompress()],
  build: {
    outDir: 'dist/web',
    target: 'baseline-widely-available',
    // Under `default-src 'none'` nothing may be inlined as a data: URL, and no script may be inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // A screen would otherwise wait for a dozen files of a few hundred bytes: what the overview
        // needs is one file, and parts that only inner screens need stay out of it.
        codeSplitting: {
          groups: [
            { name: 'shared', test: /preload-helper/, priority: 3 },
            { name: 'shared', test: FIRST_VIEW, minShareCount: 2, priority: 2 },
            { name: 'parts', test: /src\/kit|lucide-react/, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': server, '/__dev': server, '/metrics': server },
  },
})
