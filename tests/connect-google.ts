import { pressButton } from './ads-app.ts'
import type { Person } from './harness.ts'

/** The whole way through Google's consent page; answers the address on which the browser ends up. */
export async function connectGoogle(person: Person, googleEmail: string): Promise<string> {
  const start = await person.get('/api/google-ads/oauth/start')
  const back = new URL(await pressButton(String(start.headers.location), googleEmail, 'allow'))
  const end = await person.get(back.pathname + back.search)
  return String(end.headers.location)
}
