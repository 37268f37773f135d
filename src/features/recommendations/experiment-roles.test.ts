import { expect, test } from 'vitest'
import { experimentShop } from '../../../tests/experiment-shop.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
import { CUSTOMER, SHOP } from '../../../tests/recommendation-shop.ts'
import { teamMember } from '../../../tests/team-member.ts'
import { recommendationApplications } from '../../platform/db/schema/recommendations.ts'
import type { ReplyOf } from '../../shared/endpoint.ts'
import type { MemberRole } from '../../shared/permissions.ts'
import type { AppliedRecommendation } from './contract/recommendations.ts'
import type { getResults } from './contract/results.ts'

// Who of a team is offered to decide on one of Google's experiments, and who may.
const it = testApp()
const { shop, recommend, path, tryIt, untilLook } = experimentShop(it)

const member = (role: MemberRole) =>
  teamMember(it, { ownerId: shop().owner.userId, customerId: CUSTOMER, role })

/** In the history of the account and in the results. */
async function offered(person: Person) {
  const history = await person.get(`/api/recomendaciones-aplicadas/${SHOP}`)
  const results = await person.get('/api/resultados?periodo=todo')
  expect(results.status, results.text).toBe(200)
  const rows = (results.body as ReplyOf<typeof getResults>).accounts[0]!.rows
  return [(history.body as AppliedRecommendation[])[0]!, rows[0]!].map(({ experiment }) => {
    const { canPromote, canEnd } = experiment!
    return { canPromote, canEnd }
  })
}

const promote = (person: Person, id: string) =>
  person.send('POST', `${path(id)}/experimento/promocion`)
const end = (person: Person, id: string) => person.send('DELETE', `${path(id)}/experimento`)

const both = <T>(one: T) => [one, one]

test('promoting and ending are offered to who may, and refused to all others', async () => {
  const id = await recommend()
  await tryIt(id)
  const early = { canPromote: false, canEnd: true }
  expect(await offered(shop().owner)).toEqual(both(early))
  expect((await promote(shop().owner, id)).status).toBe(409)
  for (const weeks of [4, 8, 12]) await untilLook(weeks)

  const all = { canPromote: true, canEnd: true }
  const none = { canPromote: false, canEnd: false }
  for (const role of ['viewer', 'client'] as const) {
    const person = await member(role)
    expect(await offered(person), role).toEqual(both(none))
    expect((await promote(person, id)).status, role).toBe(403)
    expect((await end(person, id)).status, role).toBe(403)
  }
  const editor = await member('editor')
  expect(await offered(shop().owner)).toEqual(both(all))
  expect(await offered(editor)).toEqual(both(all))
  expect((await promote(editor, id)).body).toMatchObject({ state: 'promoted', ...none })
  expect(await offered(shop().owner)).toEqual(both(none))
})

test('of one that Google has not answered yet nothing is offered', async () => {
  const id = await recommend()
  await tryIt(id)
  await it.ctx.db.update(recommendationApplications).set({ state: 'applying' })
  expect(await offered(shop().owner)).toEqual(both({ canPromote: false, canEnd: false }))
  expect((await end(shop().owner, id)).status).toBe(409)
})
