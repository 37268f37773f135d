import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { type Plugin, runnerImport } from 'vite'
import { withFacts } from '../src/platform/landing-facts.ts'

const SOURCE = 'src/web/landing/public-documents.tsx'
const NO_FACTS = { trialDays: 0, yearlyPlans: [] }
const FILES = ['landing.html', 'privacy.html', 'terms.html']
const FILE_OF_ADDRESS: Record<string, string> = {
  '/': 'landing.html',
  '/privacy': 'privacy.html',
  '/terms': 'terms.html',
}

type Documents = { publicDocuments(): Record<string, string> }

/**
 * Makes the public pages from their React components while building: entries of their own, beside index.html, with
 * only their own styles and script. In development they are drawn anew at each visit.
 */
export function prerender(): Plugin {
  let root = ''
  let documents: Promise<Record<string, string>> | undefined
  const fileOf = (id: string) => FILES.find((file) => id === join(root, file))
  return {
    name: 'prerender',
    enforce: 'pre',
    config: (config, { command }) =>
      command === 'build'
        ? {
            build: {
              rolldownOptions: {
                input: ['index.html', 'src/web/start.ts', ...FILES].map((f) =>
                  resolve(config.root ?? '.', f),
                ),
              },
            },
          }
        : undefined,
    configResolved(config) {
      root = config.root
    },
    buildStart() {
      documents = undefined
    },
    resolveId: (id) => (fileOf(id) ? id : undefined),
    async load(id) {
      const file = fileOf(id)
      if (!file) return
      documents ??= renderDocuments(root)
      return (await documents)[file]
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const address = request.url?.split('?', 1)[0] ?? ''
        const file = FILE_OF_ADDRESS[address]
        if (!file) return next()
        // Without the operator's settings, which the server alone reads: no trial, no years.
        const text = withFacts((await renderDocuments(root))[file] ?? '', NO_FACTS)
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.end(await server.transformIndexHtml(address, text))
      })
    },
  }
}

async function renderDocuments(root: string): Promise<Record<string, string>> {
  const { module } = await runnerImport<Documents>(join(root, SOURCE), {
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
  })
  return module.publicDocuments()
}
