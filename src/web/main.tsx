import '#kit/styles.css'
import { startTransition, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { statusQuery } from '#features/auth/ui/session.ts'
import { applyDensity } from '#kit/density.ts'
import { pressOnce } from '#kit/press-once.ts'
import { createQueryClient } from '#kit/query.ts'
import { applyTheme } from '#kit/theme.ts'
import { preloadReads, readAhead, takeReplies } from './preload-reads.ts'
import { Program } from './program.tsx'
import { preloadScreens } from './routes.tsx'

/** Longer than a phone needs for what is on its way; then the page comes as far as it is. */
const WAIT_AT_MOST_MS = 4_000

applyTheme()
applyDensity()
pressOnce()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
void start(root)

async function start(place: HTMLElement): Promise<void> {
  // Not in the same breath as running all modules: between the two the browser may paint and answer.
  await new Promise((done) => setTimeout(done))
  const client = createQueryClient()
  const { pathname, search } = window.location
  const isDrawn = takeReplies(client, window.location)
  // Asked before anything is drawn: every guard waits for it.
  void client.prefetchQuery(statusQuery)
  const screens = preloadScreens(pathname)
  if (!isDrawn) preloadReads(client, pathname)
  // What the server has drawn stays until all that it shows is here: nothing of it goes and comes again.
  else
    await Promise.race([
      Promise.all([screens, readAhead(client, pathname, new URLSearchParams(search))]),
      new Promise((done) => setTimeout(done, WAIT_AT_MOST_MS)),
    ])
  // In slices, between which the browser can paint and answer.
  startTransition(() =>
    createRoot(place).render(
      <>
        <Program client={client} />
        <TakesOver of={place} />
      </>,
    ),
  )
}

/** The server's picture answers to nothing; the program, which takes its place, does. */
function TakesOver({ of }: { of: HTMLElement }): null {
  useLayoutEffect(() => of.removeAttribute('inert'), [of])
  return null
}
