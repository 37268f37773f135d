import type { Threshold } from './threshold.ts'

const own = 'own choice'

/** Of the rules about search terms and negatives. */
export const SEARCH_TERMS_THRESHOLDS = {
  searchFalseDiscovery: {
    value: 0.045,
    unit: 'fraction',
    source: 'the usual 5 %, less what worlds that differ from what is believed add to it',
  },
  smallAccount: {
    value: 200,
    unit: 'conversions in the window, below which more may err',
    source: 'own',
  },
  smallFalseDiscovery: { value: 0.08, unit: 'fraction, at none', source: 'own' },
  youngErrorRoom: {
    value: 0.67,
    unit: 'fraction of the room, in a window that has just begun',
    source:
      'own: accounts of five days, where it found more and lost less than three clicks asked of each search',
  },
  wasteMostOfCampaign: {
    value: 0.5,
    unit: "fraction of the campaign's cost",
    source: 'own: what is left is hardly the campaign any more',
  },
  mostHidden: {
    value: 2,
    unit: 'cost of hidden searches for a cost of 1 that is shown, at most',
    source: own,
  },
  termClicks: {
    value: 3,
    unit: 'clicks',
    source: 'own: what the account and its ad group tell decides, the term itself adds little',
  },
  priceTells: {
    value: 0.3,
    unit: 'exponent of a rate over the price of its click, under smart bidding',
    source: 'own: a bid in proportion to the rate pays rate^.45 or so; half of it is known',
  },
  priceTellsSd: { value: 0.3, unit: 'sd of that exponent', source: own },
  pricedClicks: { value: 3, unit: 'clicks imagined at the usual price', source: own },
  ngramTerms: { value: 5, unit: 'terms', source: own },
  ngramClicks: { value: 15, unit: 'clicks', source: own },
  ngramSpellings: { value: 5, unit: 'spellings', source: own },
  meantBarren: {
    value: 0.85,
    unit: 'probability that words of one meaning (free, jobs, second-hand) hardly sell',
    source: 'own: agencies list them as negatives for all trades; no public figure is by meaning',
  },
  meantStrength: {
    value: 4,
    unit: 'meanings that this is worth beside those of the account',
    source: own,
  },
  meantOffered: {
    value: 0.3,
    unit: 'the same where a keyword, an ad, a name or a page of the account has such a word',
    source: own,
  },
  meantRate: {
    value: 0.1,
    unit: "fraction of the account's rate, of what hardly sells",
    source: own,
  },
  meantPlain: {
    value: 0.92,
    unit: 'probability that such a word does as its like do, where they hardly sell',
    source: own,
  },
  meantDoubtful: { value: 0.75, unit: 'the same of one that may mean something else', source: own },
  meantAmongSelling: {
    value: 0.2,
    unit: 'of one that hardly sells where its like sell',
    source: own,
  },
  themeBuyerChance: { value: 0.05, unit: 'probability by chance', source: 'as usual: 5 %' },
  harvestConversions: { value: 2, unit: 'conversions', source: 'Adalysis: 2 in 90 days' },
  harvestUpliftMax: {
    value: 0.05,
    unit: 'fraction',
    source: 'practitioners, +5–10 %, unproven: half of it, since simulators show none',
  },
  harvestNothing: {
    value: 0.15,
    unit: 'chance that no click is added',
    source: 'own: these searches see an advertisement already',
  },
  harvestProbability: { value: 0.6, unit: 'fraction', source: own },
  harvestLeastGain: { value: 0.05, unit: 'conversions a month', source: own },
  harvestLeastBetter: {
    value: 1.05,
    unit: '× what their campaign sells for the same money, where its budget runs out',
    source: 'own: what they are better by is no matter of rounding',
  },
  harvestMost: { value: 50, unit: 'keywords at once', source: 'as many as one card takes' },
  elsewhereLeast: {
    value: 0.2,
    unit: 'fraction, at least, of a search that other campaigns which show it catch once it is stopped',
    source: 'accounts whose keywords overlap, Performance Max: 20 to 90 %',
  },
  elsewhereAlike: { value: 5, unit: 'clicks at the same price, added', source: own },
  twinImpressions: { value: 50, unit: 'impressions', source: 'Adalysis: 50 in 90 days' },
  twinRatio: { value: 1.2, unit: '× CPA of the other', source: 'audit practice: worse by > 20 %' },
  twinSpread: {
    value: 0.2,
    unit: 'sd of ln, rate of one search in two ad groups of a campaign',
    source: 'own: web tests of two pages differ by 4 to 7 %, ads by 3 to 25 %',
  },
  twinConversions: { value: 2, unit: 'conversions of the better ad group', source: own },
  blockedMost: { value: 50, unit: 'rows shown', source: own },
  reviewDays: {
    value: 30,
    unit: 'days',
    source: 'claude-ads audit: terms unreviewed 14 / 30 days',
  },
  listCampaigns: { value: 2, unit: 'live campaigns', source: own },
  visibleWarn: { value: 0.6, unit: 'fraction of cost', source: 'claude-ads audit: < 60 % warns' },
  breadthLoose: { value: 3, unit: 'CPA ratio', source: 'Lin–Rodnitzky: above 3 is loose' },
  breadthTight: { value: 1.5, unit: 'CPA ratio', source: 'Lin–Rodnitzky: below 1.5 is tight' },
  breadthConversions: { value: 30, unit: 'conversions', source: own },
  breadthBeyondChance: { value: 1.2, unit: '× cost without sale expected', source: own },
  breadthExactShare: { value: 0.8, unit: 'fraction of cost by exact match', source: own },
} as const satisfies Record<string, Threshold>
