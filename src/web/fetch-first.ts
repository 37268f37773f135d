/**
 * What Vite calls in place of each dynamic import (`scripts/fetch-first.ts`), with the files that it needs. These are fetched first: a browser
 * keeps for good that a module could not be fetched (HTML's module map; Chromium since version 150), so that a part which was asked
 * for without a line would never come again. Rejects as an import does; asked for again it fetches again.
 */
export async function fetchFirst<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  await Promise.all(files.map((file) => (file.endsWith('.css') ? styled(file) : fetched(file))))
  return await load()
}

async function fetched(file: string): Promise<void> {
  const url = new URL(`/${file}`, location.origin).href
  if (isHere(url)) return
  const reply = await fetch(url).catch(() => null)
  // To its end, for only then is it kept.
  const body = reply?.ok ? await reply.arrayBuffer().catch(() => null) : null
  if (!body) throw new TypeError(`module not fetched: ${url}`)
}

/** Fetched before, as a part of the page or by an earlier import. */
function isHere(url: string): boolean {
  return performance
    .getEntriesByName(url, 'resource')
    .some((entry) => (entry as PerformanceResourceTiming).responseStatus === 200)
}

async function styled(file: string): Promise<void> {
  const href = `/${file}`
  if (document.querySelector(`link[rel="stylesheet"][href="${href}"]`)) return
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  await new Promise<void>((done, fail) => {
    link.onload = () => done()
    link.onerror = () => {
      link.remove()
      fail(new TypeError(`module not fetched: ${href}`))
    }
    document.head.append(link)
  })
}
