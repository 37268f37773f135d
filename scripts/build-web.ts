import { build } from 'vite'
import { buildFirstView } from './build-first-view.ts'

/** Makes dist/web, which browsers get, and dist/first-view, with which the server draws its first screens. */
export async function buildWeb(root: string): Promise<void> {
  await build({ root, logLevel: 'warn' })
  await buildFirstView(root)
}
