import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './scripts/precompress.ts'
import { prerender } from './scripts/prerender.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

export default defineConfig({
  plugins: [prerender(), react(), tailwindcss(), precompress()],
  build: {
    outDir: 'dist/web',
    target: 'baseline-widely-available',
    // Under `default-src 'none'` nothing may be inlined as a data: URL, and no script may be inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // A screen would otherwise wait for a dozen files of a few hundred bytes.
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: /src\/(kit|shared|features\/[^/]+\/contract)/,
              minShareCount: 2,
            },
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
