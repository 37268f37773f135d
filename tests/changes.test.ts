import { randomUUID } from 'node:crypto'
import { eq, like, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { settleLog } from '../src/changes/change-log.ts'
import { assertOneMade, makeChange } from '../src/changes/make-change.ts'
import {
  enqueueOpenChanges,
  openChangeJobs,
  takeOverFromDeadProcesses,
} from '../src/changes/open-changes.ts'
import { keywordChanges } from '../src/features/performance/actions/keyword-changes.ts'
import type {
  KeywordRow,
  SearchTermRow,
} from '../src/features/performance/contract/entity-lists.ts'
import type { AdGroupRow, CampaignRow } from '../src/features/performance/contract/metrics.ts'
import { adAccounts, users } from '../src/platform/db/schema/access.ts'
import { accountChanges } from '../src/platform/db/schema/changes.ts'
import { processes } from '../src/platform/db/schema/work.ts'
import { adsOfAccount } from '../src/platform/google-ads/account-ads.ts'
import { NoAnswer } from '../src/platform/google-ads/errors.ts'
import { runDueJobs } from '../src/platform/jobs.ts'
import { askGoogle } from './ask-google.ts'
import type { Person } from './harness.ts'
import { IDENTITY, readShop, SHOP } from './read-shop.ts'

// Changes made from here: what Google then has, what the screens show at once, what the log says.
const it = readShop()
const GOOGLE_ID = SHOP

let owner: Person
let group: AdGroupRow
let term: SearchTermRow

beforeAll(async () => {
  owner = it.owner
  const campaigns = await api<CampaignRow[]>(`campaign-metrics/${GOOGLE_ID}`)
  const lists = campaigns.map(({ campaign_id }) =>
    api<SearchTermRow[]>(`campaigns/${campaign_id}/search-terms`),
  )
  const terms = (await Promise.all(lists)).flat()
  term = terms.find((row) => row.status === 'NONE' && row.conversions > 0 && row.ad_group_id)!
  const groups = await api<AdGroupRow[]>(`campaigns/${term.campaign_id}/ad-groups`)
  group = groups.find((row) => row.ad_group_id === term.ad_group_id)!
})

test('a negative added here is in Google, is shown at once, and is gone after undoing', async () => {
  const input = {
    level: 'ad_group',
    adGroupId: term.ad_group_id,
    text: term.search_term,
    matchType: 'EXACT',
  }
  const path = `campaigns/${term.campaign_id}/negative-keywords`
  const preview = await api<{ problem: null; blockedTerms: { search_term: string }[] }>(
    `${path}/preview`,
    input,
  )
  expect(preview.problem).toBeNull()
  expect(preview.blockedTerms.map((row) => row.search_term)).toContain(term.search_term)
  expect(await inGoogle(true, term.search_term)).toHaveLength(0)

  const made = await owner.send('POST', `/api/${path}`, input)
  expect(made.status, made.text).toBe(200)
  expect(made.body).toMatchObject({ canUndo: true })
  expect(await inGoogle(true, term.search_term)).toHaveLength(1)
  expect(await statusOfTerm()).toBe('EXCLUDED')
  const again = await owner.send('POST', `/api/${path}`, input)
  expect([again.status, again.text]).toEqual([409, expect.stringContaining('ya existe')])

  const { changeId } = made.body as { changeId: string }
  expect((await undo(changeId)).body).toMatchObject({
    canUndo: false,
    undoneAt: expect.any(String),
  })
  expect(await inGoogle(true, term.search_term)).toHaveLength(0)
  expect(await statusOfTerm()).toBe('NONE')
  expect((await undo(changeId)).status).toBe(200)
  const stranger = await it.signIn()
  expect((await stranger.send('POST', `/api/changes/${changeId}/deshacer`)).status).toBe(404)
})

test('a negative of the campaign stops where a keyword would be blocked, and says so', async () => {
  const keywords = await api<KeywordRow[]>(`ad-groups/${group.ad_group_id}/keywords`)
  const text = keywords.find((row) => !row.isNegative && row.status === 2)?.keywordText
  const preview = await api<{ conflicts: { kind: string; blocking: boolean; message: string }[] }>(
    `campaigns/${group.campaign_id}/negative-keywords/preview`,
    { level: 'campaign', text, matchType: 'BROAD' },
  )
  expect(preview.conflicts).toContainEqual({
    kind: 'blocks_keyword',
    blocking: false,
    message: expect.stringContaining(`«${text}»`),
  })
})

test('a keyword with a bid: in Google to the cent, listed, and removed by undoing', async () => {
  const text = 'zapatos hechos a mano ñandú'
  const input = { adGroupId: group.ad_group_id, text, matchType: 'PHRASE', bid: 0.457 }
  const made = await owner.send('POST', `/api/campaigns/${group.campaign_id}/keywords`, input)
  expect(made.status, made.text).toBe(200)
  const [found] = await inGoogle(false, text)
  expect(found?.adGroupCriterion?.cpcBidMicros).toBe('460000')
  const shown = await keywordNamed(text)
  expect(shown).toMatchObject({ matchType: 3, status: 2, isNegative: false, impressions: 0 })
  await undo((made.body as { changeId: string }).changeId)
  expect(await inGoogle(false, text)).toHaveLength(0)
  expect((await keywordNamed(text))?.status).toBe(4)
})

test('its undoing, of which Google says nothing: not known yet, and looked up later', async () => {
  const text = 'zapatos en silencio'
  const path = `/api/campaigns/${group.campaign_id}/keywords`
  const input = { adGroupId: group.ad_group_id, text, matchType: 'EXACT' }
  const { changeId } = (await owner.send('POST', path, input)).body as { changeId: string }
  it.simulators.googleAds.faults.arm('500', 1, ':mutate')
  const open = await undo(changeId)
  expect([open.status, open.text]).toEqual([502, expect.stringContaining('todavía no se sabe')])
  it.clock.advance(11 * 60_000)
  await enqueueOpenChanges(it.ctx)
  await runDueJobs(it.ctx, openChangeJobs([keywordChanges]))
  const [logged] = await it.ctx.db
    .select()
    .from(accountChanges)
    .where(eq(accountChanges.id, changeId))
  expect(logged).toMatchObject({ undoSentAt: null, undoneAt: null })
  expect((await undo(changeId)).body).toMatchObject({ undoneAt: expect.any(String) })
  expect(await inGoogle(false, text)).toHaveLength(0)
})

test('one that an earlier version logged without its operation is taken back as well', async () => {
  const text = 'zapatos de antes'
  const path = `/api/campaigns/${group.campaign_id}/keywords`
  const input = { adGroupId: group.ad_group_id, text, matchType: 'EXACT' }
  const { changeId } = (await owner.send('POST', path, input)).body as { changeId: string }
  const later = ['applicationId', 'index', 'operation', 'together', 'image']
  await it.ctx.db
    .update(accountChanges)
    .set({
      before: null,
      after: sql`${accountChanges.after} - array[${sql.join(
        later.map((key) => sql`${key}`),
        sql`, `,
      )}]::text[]`,
    })
    .where(eq(accountChanges.id, changeId))
  expect((await undo(changeId)).body).toMatchObject({ undoneAt: expect.any(String) })
  expect(await inGoogle(false, text)).toHaveLength(0)
})

test('what Google refuses is told in Spanish, and nothing is logged as done', async () => {
  const input = { adGroupId: group.ad_group_id, text: 'zapatos?', matchType: 'EXACT' }
  const path = `/api/campaigns/${group.campaign_id}/keywords`
  const preview = await api<{ problem: string }>(path.slice(5).concat('/preview'), input)
  expect(preview.problem).toContain('caracteres')
  const refused = await owner.send('POST', path, input)
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('caracteres')])
  expect((await owner.send('POST', path, { ...input, text: ' ' })).status).toBe(400)
  expect((await owner.send('POST', path, { ...input, bid: -1 })).status).toBe(400)
  it.simulators.armFault('google-ads', '500', 5)
  const failed = await owner.send('POST', path, { ...input, text: 'zapatos azules' })
  it.simulators.googleAds.faults.clear()
  expect([failed.status, failed.text]).toEqual([502, expect.stringContaining('minutos')])
})

test.each([
  ['after Google had done it', true, 'done'],
  ['before Google had it', false, 'unknown'],
] as const)('an answer lost %s: looked for, never sent again', async (_name, reaches, outcome) => {
  const [account] = await it.ctx.db
    .select()
    .from(adAccounts)
    .where(eq(adAccounts.googleCustomerId, GOOGLE_ID))
  const ads = await adsOfAccount(it.ctx, account!)
  let sent = 0
  /** The real client, whose answer gets lost on the way. */
  const cut: typeof ads = {
    ...ads,
    mutate: async (operations, options) => {
      if (options?.validateOnly) return await ads.mutate(operations, options)
      sent++
      if (reaches) await ads.mutate(operations, options)
      throw new NoAnswer('cut')
    },
  }
  const text = `prueba de corte ${outcome}`
  const prefix = `customers/${GOOGLE_ID}`
  const caller = { userId: owner.userId } as never
  const made = await makeChange({ ...it.ctx, caller }, cut, 'add_keyword', {
    operation: {
      adGroupCriterionOperation: {
        create: {
          adGroup: `${prefix}/adGroups/${group.ad_group_id}`,
          status: 'ENABLED',
          keyword: { text, matchType: 'EXACT' },
        },
      },
    },
    summary: text,
    before: null,
  })
  await settleLog(it.ctx, account!.customerId, made)
  if (reaches) expect(made.log[0]?.patch.resourceName).toContain(`${group.ad_group_id}~`)
  else expect(() => assertOneMade(made)).toThrow(expect.objectContaining({ code: 'vendor_failed' }))
  expect(sent).toBe(1)
  const [logged] = await it.ctx.db
    .select()
    .from(accountChanges)
    .where(eq(accountChanges.summary, text))
  expect(logged).toMatchObject({ outcome, userId: owner.userId })
})

test('nobody changes anything in a demonstration or in an imported report', async () => {
  const path = `/api/campaigns/${group.campaign_id}/keywords`
  const input = { adGroupId: group.ad_group_id, text: 'nada', matchType: 'EXACT' }
  await it.ctx.db.update(users).set({ isDemo: true }).where(eq(users.id, owner.userId))
  expect((await owner.send('POST', path, input)).status).toBe(403)
  expect((await owner.get(`${path}/preview?${new URLSearchParams(input)}`)).status).toBe(403)
  await it.ctx.db.update(users).set({ isDemo: false }).where(eq(users.id, owner.userId))
  const source = async (kind: 'google' | 'imported') =>
    await it.ctx.db
      .update(adAccounts)
      .set({ source: kind })
      .where(eq(adAccounts.googleCustomerId, GOOGLE_ID))
  await source('imported')
  const refused = await owner.send('POST', path, input)
  await source('google')
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('importado')])
})

test('of Shopping, of which Google makes no parts of a request, it is asked as a whole', async () => {
  const campaigns = await api<CampaignRow[]>(`campaign-metrics/${GOOGLE_ID}`)
  const { campaign_id } = campaigns.find((row) => row.campaign_type_name === 'SHOPPING')!
  const [products] = await api<AdGroupRow[]>(`campaigns/${campaign_id}/ad-groups`)
  const place = { level: 'ad_group', adGroupId: products!.ad_group_id }
  const input = { ...place, text: 'segunda mano', matchType: 'EXACT' }
  const path = `campaigns/${campaign_id}/negative-keywords`
  expect((await api<{ problem: null }>(`${path}/preview`, input)).problem).toBeNull()
  const made = await owner.send('POST', `/api/${path}`, input)
  expect(made.status, made.text).toBe(200)
  const undone = await undo((made.body as { changeId: string }).changeId)
  expect(undone.body).toMatchObject({ undoneAt: expect.any(String) })
})

test('one that somebody else has added since the last synchronisation stays theirs', async () => {
  const text = 'ajena de otra mano'
  const [account] = await it.ctx.db
    .select()
    .from(adAccounts)
    .where(eq(adAccounts.googleCustomerId, GOOGLE_ID))
  const ads = await adsOfAccount(it.ctx, account!)
  const adGroup = `customers/${GOOGLE_ID}/adGroups/${group.ad_group_id}`
  const create = { adGroup, negative: true, keyword: { text, matchType: 'EXACT' } }
  await ads.mutate([{ adGroupCriterionOperation: { create } }])
  const input = { level: 'ad_group', adGroupId: group.ad_group_id, text, matchType: 'EXACT' }
  const path = `/api/campaigns/${term.campaign_id}/negative-keywords`
  const refused = await owner.send('POST', path, input)
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining('se ha añadido después'),
  ])
  expect(await inGoogle(true, text)).toHaveLength(1)
})

const undo = (changeId: string) => owner.send('POST', `/api/changes/${changeId}/deshacer`)

async function inGoogle(negative: boolean, text: string) {
  return await askGoogle(
    it.simulators,
    IDENTITY,
    GOOGLE_ID,
    `SELECT ad_group_criterion.resource_name, ad_group_criterion.keyword.text, ad_group_criterion.cpc_bid_micros FROM ad_group_criterion WHERE ad_group.id = ${group.ad_group_id} AND ad_group_criterion.type = 'KEYWORD' AND ad_group_criterion.negative = ${String(negative).toUpperCase()} AND ad_group_criterion.status != 'REMOVED' AND ad_group_criterion.keyword.text = '${text}'`,
  )
}

async function keywordNamed(text: string): Promise<KeywordRow | undefined> {
  const rows = await api<KeywordRow[]>(`ad-groups/${group.ad_group_id}/keywords`)
  return rows.find((row) => row.keywordText === text)
}

async function statusOfTerm(): Promise<string | undefined> {
  const rows = await api<SearchTermRow[]>(`campaigns/${term.campaign_id}/search-terms`, {
    ad_group_id: term.ad_group_id,
    q: term.search_term.toUpperCase(),
  })
  return rows.find((row) => row.search_term === term.search_term)?.status
}

async function api<T>(path: string, query: object = {}): Promise<T> {
  const answer = await owner.get(`/api/${path}?${new URLSearchParams(query as never)}`)
  expect(answer.status, `${path} ${answer.text.slice(0, 300)}`).toBe(200)
  return answer.body as T
}

test('killed between Google’s answer and our commit: the log tells the truth afterwards', async () => {
  const path = `/api/campaigns/${group.campaign_id}/keywords`
  const text = 'prueba de proceso muerto'
  const input = { adGroupId: group.ad_group_id, text, matchType: 'PHRASE' }
  // What is left of a process that dies there: Google has it, our transaction is rolled back.
  await it.ctx.db.execute(
    sql`alter table keywords add constraint killed check (text <> 'prueba de proceso muerto')`,
  )
  expect((await owner.send('POST', path, input)).status).toBe(500)
  await it.ctx.db.execute(sql`alter table keywords drop constraint killed`)
  expect(await inGoogle(false, text)).toHaveLength(1)
  const [sent] = await logOf(text)
  expect(sent).toMatchObject({ outcome: 'sent', resourceName: null })
  // A second one, of which Google never heard.
  const lost = 'prueba que no llegó'
  const after = JSON.parse(JSON.stringify(sent!.after).replaceAll(text, lost))
  after.applicationId = randomUUID()
  await it.ctx.db
    .insert(accountChanges)
    .values({ ...sent!, id: randomUUID(), summary: lost, after, outcome: 'unknown' })

  it.simulators.armFault('google-ads', 'permission_denied', 5)
  await enqueueOpenChanges(it.ctx)
  await runDueJobs(it.ctx, openChangeJobs([keywordChanges]))
  it.simulators.googleAds.faults.clear()
  expect((await logOf(lost))[0], 'Google does not say').toMatchObject({ outcome: 'unknown' })
  expect((await logOf(text))[0], 'its process may still wait').toMatchObject({ outcome: 'sent' })

  it.clock.advance(11 * 60_000)
  await enqueueOpenChanges(it.ctx)
  await runDueJobs(it.ctx, openChangeJobs([keywordChanges]))
  expect((await logOf(lost))[0]).toMatchObject({ outcome: 'failed' })
  const [done] = await logOf(text)
  expect(done).toMatchObject({ outcome: 'done', resourceName: expect.stringContaining('~') })
  expect(await keywordNamed(text)).toBeDefined()
  expect((await undo(done!.id)).status).toBe(200)
  expect(await inGoogle(false, text)).toHaveLength(0)
})

test('one that Google does not tell of keeps no other of the account from being looked up', async () => {
  const path = `/api/campaigns/${group.campaign_id}/keywords`
  const input = { adGroupId: group.ad_group_id, text: 'zapatos aparte', matchType: 'EXACT' }
  const { changeId } = (await owner.send('POST', path, input)).body as { changeId: string }
  const [made] = await it.ctx.db
    .select()
    .from(accountChanges)
    .where(eq(accountChanges.id, changeId))
  const lost = [randomUUID(), randomUUID()].map((id) => ({
    ...{ ...made!, id, summary: `perdido ${id}`, outcome: 'unknown' as const },
    after: { ...(made!.after as object), applicationId: id, text: `perdido ${id}` },
  }))
  await it.ctx.db.insert(accountChanges).values(lost)
  it.clock.advance(11 * 60_000)
  it.simulators.armFault('google-ads', 'permission_denied', 1)
  await enqueueOpenChanges(it.ctx)
  await runDueJobs(it.ctx, openChangeJobs([keywordChanges]))
  it.simulators.googleAds.faults.clear()
  const outcomes = (await logOf('perdido')).map(({ outcome }) => outcome)
  expect(outcomes.filter((outcome) => outcome === 'unknown')).toHaveLength(1)
  expect((await undo(changeId)).status).toBe(200)
})

test('the process that sent a change is known to be dead: it is looked up at once, and can be undone', async () => {
  const path = `/api/campaigns/${group.campaign_id}/keywords`
  const text = 'prueba de proceso ausente'
  await it.ctx.db.execute(
    sql`alter table keywords add constraint killed check (text <> 'prueba de proceso ausente')`,
  )
  const input = { adGroupId: group.ad_group_id, text, matchType: 'PHRASE' }
  expect((await owner.send('POST', path, input)).status).toBe(500)
  await it.ctx.db.execute(sql`alter table keywords drop constraint killed`)
  const lookUp = async (processId: string) => {
    await it.ctx.db
      .update(accountChanges)
      .set({ processId })
      .where(like(accountChanges.summary, `%${text}%`))
    await takeOverFromDeadProcesses(it.ctx)
    await enqueueOpenChanges(it.ctx)
    await runDueJobs(it.ctx, openChangeJobs([keywordChanges]))
    return (await logOf(text))[0]!
  }
  const living = randomUUID()
  await it.ctx.db.insert(processes).values({ id: living })
  expect((await lookUp(living)).outcome).toBe('sent')
  await it.ctx.db
    .update(processes)
    .set({ seenAt: sql`now() - interval '1 minute'` })
    .where(eq(processes.id, living))
  const done = await lookUp(living)
  expect(done.outcome).toBe('done')
  expect((await undo(done.id)).status).toBe(200)
  expect(await inGoogle(false, text)).toHaveLength(0)
})

async function logOf(words: string) {
  return await it.ctx.db
    .select()
    .from(accountChanges)
    .where(like(accountChanges.summary, `%${words}%`))
}
