// The only script of the public pages: they are complete without it.
type Status = {
  loggedIn: boolean
  user: { readOnly: boolean; team?: object } | null
  supportEmail: string | null
}

type Privacy = {
  processors: { name: string; purpose: string }[]
  keepLogsDays: number
}

void greet()
if (location.pathname === '/privacy') void nameProcessors()

async function greet(): Promise<void> {
  const status = await askStatus()
  if (!status) return
  // A visitor of the demo may still want to read the prices; who only looks on in a team has read them.
  const isVisitor = status.user?.readOnly && !status.user.team
  if (status.loggedIn && !isVisitor && location.pathname === '/') location.replace('/dashboard')
  if (status.supportEmail) showContact(status.supportEmail)
}

async function askStatus(): Promise<Status | null> {
  try {
    const reply = await fetch('/api/auth/status')
    return reply.ok ? ((await reply.json()) as Status) : null
  } catch {
    return null
  }
}

/** Who they are is the operator's configuration, and the page is made before it is known. */
async function nameProcessors(): Promise<void> {
  const reply = await fetch('/api/privacy').catch(() => null)
  if (!reply?.ok) return
  const { processors, keepLogsDays } = (await reply.json()) as Privacy
  const list = document.querySelector('[data-processors]')
  list?.replaceChildren(
    ...processors.map(({ name, purpose }) => {
      const line = document.createElement('li')
      line.textContent = `${name}: ${purpose}`
      return line
    }),
  )
  const days = document.querySelector('[data-keep-days]')
  if (days) days.textContent = String(keepLogsDays)
}

function showContact(email: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-contact]')) {
    link.href = `mailto:${email}`
    if (link.dataset.contact === 'address') link.textContent = email
  }
}
