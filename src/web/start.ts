/** For a browser that does not tell of its paintings. */
const AT_LATEST_MS = 1_000

/** What was pressed longer ago comes as a surprise. */
const PRESSED_AT_MOST_MS = 10_000

// The only script that a drawn page names: what it shows must not wait on the line behind a program that it does not need.
const { program, files = '', reads = '' } = document.getElementById('start')?.dataset ?? {}
if (program) void start(program)

async function start(file: string): Promise<void> {
  keepPress()
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

/** A click on the drawn page, which answers to nothing, is done on the program that takes its place. */
function keepPress(): void {
  const place = document.getElementById('root')
  if (!place?.inert) return
  let press: { x: number; y: number; at: number } | undefined
  const keep = ({ pageX: x, pageY: y }: MouseEvent) => {
    press = { x, y, at: performance.now() }
  }
  document.addEventListener('click', keep)
  const answered = new MutationObserver(() => {
    answered.disconnect()
    document.removeEventListener('click', keep)
    if (!press || performance.now() - press.at > PRESSED_AT_MOST_MS) return
    const pressed = document.elementFromPoint(press.x - scrollX, press.y - scrollY)
    pressed?.closest<HTMLElement>('a, button, summary, label, input')?.click()
  })
  answered.observe(place, { attributeFilter: ['inert'] })
}

function listed(text: string): string[] {
  return text.split(' ').filter(Boolean)
}

function ahead(link: { href: string; rel: string; as?: string }): void {
  document.head.append(Object.assign(document.createElement('link'), { ...link, crossOrigin: '' }))
}

export {}
