import { isHomePath } from '#shared/broken-page.ts'
import type { Context } from '../../account/context.ts'
import type { LookedPage } from '../../account/inventory.ts'
import { COUNTED } from '../../account/known-figures.ts'
import { isNoName } from '../../account/little-words.ts'
import { addUp } from '../../account/measurement.ts'
import type { AdGroupFacts, KeywordFacts } from '../../account/snapshot.ts'
import { wordsOf } from '../../account/terms.ts'
import { isLiveAd, liveCampaigns, setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { defineRule, type RuleResult, type SnapshotWith } from '../rule.ts'
import type { OffTopicGroup } from './message-match-words.ts'
import * as words from './message-match-words.ts'
import { landedOn, pagesOfAds } from './pages-of-ads.ts'

/** Ad groups whose page names nothing of what its keywords ask for, neither in its title nor in its headings. */
export const messageMatch = defineRule({
  name: 'message-match',
  title: 'Páginas que no hablan de lo que se busca',
  category: 'landing-pages',
  place: 195,
  needs: {
    all: ['ads', 'lookedPages'],
    called: 'las páginas a las que llevan los anuncios',
    levels: ['campaign', 'keyword'],
    columns: COUNTED,
  },
  run,
  words,
})

type Snapshot = SnapshotWith<'ads' | 'lookedPages', 'campaign' | 'keyword'>

function run(snapshot: Snapshot, context: Context): RuleResult {
  const pages = mainPages(snapshot, context)
  const keywords = Map.groupBy(
    snapshot.keywords.filter((keyword) => isAsked(keyword, context)),
    ({ adGroupId }) => adGroupId,
  )
  const findings = liveCampaigns(snapshot, 'SEARCH').flatMap((campaign) => {
    const groups = snapshot.adGroups
      .filter(({ campaignId }) => campaignId === campaign.id)
      .flatMap((group) => offTopic(group, pages.get(group.id), keywords.get(group.id) ?? []))
    if (groups.length === 0) return []
    const { messageProbability: probability } = THRESHOLDS
    return [
      setupFinding(
        {
          campaignId: campaign.id,
          probability: probability.value,
          priority: 'low',
          group: {
            identity: [''],
            label: campaign.name,
            texts: (parts) => words.messageGroupTexts(context, parts),
          },
        },
        words.messageTexts(context, campaign, groups),
      ),
    ]
  })
  return {
    findings,
    silence: findings.length > 0 ? null : words.allMatch(context, pages.size),
  }
}

/** Of each ad group the page that most of its clicks go to, if it was opened and says something. */
function mainPages({ inventory }: Snapshot, context: Context): Map<string, LookedPage> {
  const pageOf = pagesOfAds(inventory.lookedPages)
  const isLandedOn = landedOn(inventory.landingPages)
  const live = inventory.ads.filter((ad) => isLiveAd(context, ad))
  const groups = Map.groupBy(live, ({ adGroupId }) => adGroupId)
  const pages = new Map<string, LookedPage>()
  for (const [adGroupId, own] of groups) {
    const byUrl = [...Map.groupBy(own, ({ finalUrls }) => finalUrls[0] ?? '').values()]
    const clicks = (ads: typeof own) => addUp(ads.map(({ sums }) => sums)).clicks
    const [main] = byUrl.toSorted((a, b) => clicks(b) - clicks(a))[0]!
    const page = pageOf(main!)
    if (page && speaks(page) && isLandedOn(adGroupId, page.address)) pages.set(adGroupId, page)
  }
  return pages
}

/** What is drawn by scripts alone has no headings to be read; of the home page another rule speaks. */
function speaks({ isFine, address, headings }: LookedPage): boolean {
  return isFine && headings.length > 0 && !isHomePath(new URL(address).pathname)
}

function isAsked({ text, campaignId, status, sums }: KeywordFacts, context: Context): boolean {
  const isOurs = context.protection.reasonFor(text, campaignId) !== null
  return status === 'ENABLED' && sums.clicks > 0 && !isOurs && themeOf(text).length > 0
}

/** Words that tell, in either gender and number, and by their usual name. */
const themeOf = (text: string): string[] =>
  wordsOf(text)
    .filter(({ isStop, written, folded }) => !isStop && !isNoName(folded) && /\p{L}/u.test(written))
    .map(({ kin }) => kin)

function offTopic(
  adGroup: AdGroupFacts,
  page: LookedPage | undefined,
  keywords: KeywordFacts[],
): OffTopicGroup[] {
  if (!page || keywords.length === 0) return []
  const said = new Set([page.title, ...page.headings].flatMap(themeOf))
  const isNamed = ({ text }: KeywordFacts) =>
    UNSPACED.test(text) || themeOf(text).some((word) => isSaid(word, said))
  const clicksOf = (of: readonly KeywordFacts[]) =>
    of.reduce((sum, { sums }) => sum + sums.clicks!, 0)
  const clicks = clicksOf(keywords)
  const matched = clicksOf(keywords.filter(isNamed)) / clicks
  const { messageClicks, messageMatchedShare } = THRESHOLDS
  if (clicks < messageClicks.value || matched > messageMatchedShare.value) return []
  return [{ adGroup, page, keywords }]
}

/** Scripts that leave no room between words: what a page names cannot be told from it. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** 'implante' is said by 'implantología'; shorter beginnings are chance. */
const LEAST_BEGINNING = 5

function isSaid(word: string, said: ReadonlySet<string>): boolean {
  if (said.has(word)) return true
  return [...said].some(
    (other) =>
      Math.min(word.length, other.length) >= LEAST_BEGINNING &&
      (other.startsWith(word) || word.startsWith(other) || areAlike(word, other)),
  )
}

/** 'Rechnungsprogramm' is said by 'Rechnungen': of long words, compounds among them, a long beginning tells. */
const areAlike = (word: string, other: string): boolean =>
  Math.max(word.length, other.length) >= LONG &&
  word.slice(0, LONG_BEGINNING) === other.slice(0, LONG_BEGINNING) &&
  Math.min(word.length, other.length) >= LONG_BEGINNING

const LONG = 10
const LONG_BEGINNING = 7
