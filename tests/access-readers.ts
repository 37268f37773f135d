import type { MemberRole } from '../src/shared/permissions.ts'
import { newMember, newOwner, newPerson, type Owner, type Person } from './access-owner.ts'
import type { TestApp } from './harness.ts'

type Asked = { method: string; path: string }

/**
 * Who asks a route that only reads has asked others of its kind before: these leave people and accounts as they were. Not so what
 * asks Google, which knows none of these accounts and so ends a connection.
 */
export function accessReaders(t: TestApp) {
  const known = new Map<string, Promise<Person>>()
  const reader = ({ method, path }: Asked, name: string, make: () => Promise<Person>) => {
    if (method !== 'GET' || path.endsWith('/preview')) return make()
    const one = known.get(name) ?? make()
    known.set(name, one)
    return one
  }
  return {
    ownerFor: async (route: Asked) => (await reader(route, 'owner', () => newOwner(t))) as Owner,
    personFor: (route: Asked, name: string, over: Parameters<typeof newPerson>[1]) =>
      reader(route, name, () => newPerson(t, over)),
    memberFor: (route: Asked, owner: Owner, role: MemberRole) =>
      reader(route, role, () => newMember(t, owner, role)),
  }
}
