/** For a browser that does not tell of its paintings. */
const AT_LATEST_MS = 1_000

// The only script that a drawn page names: what it shows must not wait on the line behind a program that it does not need.
const { program, files = '', reads = '' } = document.getElementById('start')?.dataset ?? {}
if (program) void start(program)

async function start(file: string): Promise<void> {
  // A hidden page is never painted.
  if (!document.hidden) await painted()
  for (const href of listed(files)) ahead({ href, rel: 'modulepreload' })
  for (const href of listed(reads)) ahead({ href, rel: 'preload', as: 'fetch' })
  await import(/* @vite-ignore */ file)
}

/** On the screen, not only drawn: what is fetched a frame before still gets in its way. */
function painted(): Promise<unknown> {
  return new Promise((done) => {
    new PerformanceObserver(done).observe({ type: 'paint', buffered: true })
    setTimeout(done, AT_LATEST_MS)
  })
}

function listed(text: string): string[] {
  return text.split(' ').filter(Boolean)
}

function ahead(link: { href: string; rel: string; as?: string }): void {
  document.head.append(Object.assign(document.createElement('link'), { ...link, crossOrigin: '' }))
}

export {}
