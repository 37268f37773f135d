import { expect, test } from 'vitest'
import type { AdminUser } from '../contract/endpoints.ts'
import { actionsFor } from './user-actions.ts'

const USER: AdminUser = {
  id: 'd290f1ee-6c54-4b01-90e6-d701748f0851',
  name: 'Ana',
  email: 'ana@prueba.test',
  phone: null,
  role: 'user',
  is_active: false,
  access: 'none',
  created_at: '2026-11-01T00:00:00.000Z',
  last_seen_at: null,
  unseen_days: null,
}

test.each([
  ['none', 'user', ['Activar', 'Desactivar']],
  ['team', 'user', ['Activar', 'Desactivar']],
  ['paid', 'user', ['Desactivar']],
  ['given', 'user', ['Desactivar']],
  ['given', 'admin', ['Desactivar']],
  ['barred', 'user', ['Activar']],
] as const)('%s as %s offers %j', (access, role, titles) => {
  const offered = actionsFor({ ...USER, access, role }).map(({ title }) => title)
  expect(offered.filter((title) => /ctivar$/.test(title))).toEqual(titles)
})

test('the dialog says whether a gift is taken back or the way in is closed', () => {
  const says = (over: Partial<AdminUser>) => {
    const user = { ...USER, ...over }
    return actionsFor(user)
      .find(({ title }) => title === 'Desactivar')!
      .consequences(user)
  }
  expect(says({ access: 'given' })).toContain('podrá suscribirse')
  for (const over of [{ access: 'paid' }, { access: 'given', role: 'admin' }] as const)
    expect(says(over)).toContain('no podrá suscribirse')
})
