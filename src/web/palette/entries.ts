import type { GoogleAccount } from '#features/accounts/contract.ts'
import { accountIdText } from '#features/accounts/ui/account-tree.ts'
import { paths } from '#kit/paths.ts'

export type Entry = { group: string; text: string; note?: string; to: string; keys?: string }

const SCREENS: Entry[] = [
  { group: 'Pantallas', text: 'Hoy', note: 'Overview', to: paths.dashboard(), keys: 'g h' },
  { group: 'Pantallas', text: 'Resultados', to: paths.results(), keys: 'g r' },
  { group: 'Pantallas', text: 'Campañas', note: 'Campaigns', to: paths.campaigns(), keys: 'g c' },
  { group: 'Pantallas', text: 'Informes', to: `${paths.settings()}?tab=reports`, keys: 'g i' },
  { group: 'Pantallas', text: 'Cuentas', note: 'Connected Accounts', to: paths.accounts() },
  { group: 'Pantallas', text: 'Configuración', note: 'Account Settings', to: paths.settings() },
  { group: 'Pantallas', text: 'Ayuda', note: 'Help', to: paths.help() },
]
const ACTIONS: Entry[] = [
  { group: 'Acciones', text: 'Importar informe', to: paths.importReports() },
  { group: 'Acciones', text: 'Ver solo lo roto', to: `${paths.dashboard()}?ver=roto` },
  { group: 'Acciones', text: 'Ver solo lo que ahorra', to: `${paths.dashboard()}?ver=ahorrar` },
  { group: 'Acciones', text: 'Salir', to: paths.logout() },
]

/** `recent`: ids of the accounts opened last, newest first. */
export function entriesOf(accounts: readonly GoogleAccount[], recent: readonly string[]): Entry[] {
  const entry = (group: string, account: GoogleAccount): Entry => ({
    group,
    text: account.accountName,
    note: `${account.accountType === 'MCC' ? 'MCC ' : ''}${accountIdText(account)}`,
    to: paths.account(account.accountId),
  })
  const last = recent.flatMap((id) => accounts.find(({ accountId }) => accountId === id) ?? [])
  const others = accounts.filter((account) => !last.includes(account))
  return [
    ...last.map((account) => entry('Recientes', account)),
    ...others.map((account) => entry('Cuentas', account)),
    ...SCREENS,
    ...ACTIONS,
  ]
}

/** What has every word of the search, wherever it stands and however it is accented; numbers of accounts with their hyphens or without. */
export function foundEntries(entries: readonly Entry[], search: string): Entry[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  return entries.filter(({ text, note = '' }) => {
    const all = plain(`${text} ${note} ${note.replaceAll('-', '')}`)
    return words.every((word) => all.includes(word))
  })
}

/** Where 'g' and this key lead. */
export function screenOfKey(key: string): string | null {
  return SCREENS.find(({ keys }) => keys === `g ${key}`)?.to ?? null
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
