// The only script of the public pages: they are complete without it.
type Status = {
  loggedIn: boolean
  user: { readOnly: boolean } | null
  supportEmail: string | null
}

void greet()

async function greet(): Promise<void> {
  const status = await askStatus()
  if (!status) return
  // A visitor of the demo may still want to read the prices.
  const isMember = status.loggedIn && !status.user?.readOnly
  if (isMember && location.pathname === '/') location.replace('/dashboard')
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

function showContact(email: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-contact]')) {
    link.href = `mailto:${email}`
    if (link.dataset.contact === 'address') link.textContent = email
  }
}
