import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { addressesOnly } from './scripts/addresses-only.ts'
import { fetchFirst } from './scripts/fetch-first.ts'
import { precompress } from './scripts/precompress.ts'
import { prerender } from './scripts/prerender.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

/** What only forms check with; without its own file it would follow its users into the first view. */
const SHAPES = /node_modules\/zod|src\/shared\/(person-shapes|wire)|contract\/form-shapes/
/** Drawn lazily wherever it is; with the small parts it would travel to every screen. */
const CHART = /src\/kit\/(components\/)?trend-|node_modules\/d3-/
/** The program, the dashboard's frame and its first screen; a group takes along what its modules import. */
const FIRST_VIEW =
  /src\/web\/((main|layout\/dashboard-shell|account-screens)\.tsx|fetch-first\.ts)|^\0rolldown\/runtime/
/** An account's page, which would otherwise be a dozen files of a few hundred bytes. */
const ACCOUNT = /src\/web\/account-page\.tsx/

/** Small parts of tables that dialogs use as well, and would load the tables for. */
const FIELDS = /src\/kit\/components\/(field|menu|popover-panel)\./
/** What tells of a sync under way in the first view of an account; with the small parts it would bring the tables along. */
const NOTICES = /src\/kit\/components\/(banner|progress-bar)\./
/** Below the first view of an account, and of pages further in. */
const TABLES =
  /src\/kit\/(components\/(data-(grid|table|cards)\.|table-|windowed|pagination|search-box)|table-(export|order|rows))|react-virtual/

export default defineConfig({
  plugins: [prerender(), fetchFirst(), addressesOnly(), react(), tailwindcss(), precompress()],
  build: {
    outDir: 'dist/web',
    target: 'baseline-widely-available',
    // Under `default-src 'none'` nothing may be inlined as a data: URL, and no script may be inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // A screen would otherwise wait for a dozen files of a few hundred bytes: what the overview needs
        // is one file, and parts that only inner screens need stay out of it.
        codeSplitting: {
          groups: [
            { name: 'shapes', test: SHAPES, priority: 5 },
            { name: 'app', test: FIRST_VIEW, priority: 4 },
            { name: 'account', test: ACCOUNT, priority: 3 },
            { name: 'chart', test: CHART, minShareCount: 2, priority: 2 },
            { name: 'fields', test: FIELDS, minShareCount: 2, priority: 3 },
            { name: 'notices', test: NOTICES, minShareCount: 2, priority: 3 },
            { name: 'tables', test: TABLES, minShareCount: 2, priority: 2 },
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
