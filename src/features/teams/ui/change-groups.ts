import type { TeamChange } from '../contract.ts'

/** What was done at once in an account by one person: one line, however many steps it had. */
export type ChangeGroup = { first: TeamChange; rest: TeamChange[] }

export function groupChanges(changes: readonly TeamChange[]): ChangeGroup[] {
  const groups: ChangeGroup[] = []
  for (const change of changes) {
    const last = groups.at(-1)
    if (last && isSameAct(last.first, change)) last.rest.push(change)
    else groups.push({ first: change, rest: [] })
  }
  return groups
}

function isSameAct(a: TeamChange, b: TeamChange): boolean {
  return a.at === b.at && a.accountId === b.accountId && a.by === b.by && a.undoneAt === b.undoneAt
}
