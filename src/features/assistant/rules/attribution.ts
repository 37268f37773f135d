import type { Mention } from './mentions.ts'

/** A figure of a text with the rows that hold it: for each the names it goes by; none, the whole account's. */
export type Claim = { start: number; end: number; owners: readonly (readonly string[])[] }

type Sentence = {
  start: number
  end: number
  text: string
  /** Things named one after the other with no figure between: '«A» y «B» gastaron…'. */
  groups: Mention[][]
  /** What the sentences before spoke of. */
  carried: readonly string[]
}

/**
 * For each figure the rows it may be of, as indices of its owners; none: it stands under another's name. A figure is
 * of what its sentence names before it, or of what it is tied to ('80 € en «A»'); where the sentence names nothing,
 * of what the sentences before in the paragraph spoke of. `text`: names in «» and days left blank.
 */
export function attribute(
  text: string,
  mentions: readonly Mention[],
  claims: readonly Claim[],
): Map<Claim, number[]> {
  const attributed = new Map<Claim, number[]>()
  for (const sentence of sentencesOf(text, mentions, claims)) {
    const own = claims.filter(({ start }) => start >= sentence.start && start < sentence.end)
    for (const claim of own) attributed.set(claim, rowsMeant(claim, sentence))
    for (const group of sentence.groups)
      for (const claim of outOfOrder(group, own, sentence)) attributed.set(claim, [])
  }
  return attributed
}

const END = /[.;!?](?=\s|$)|\n/g

function sentencesOf(
  text: string,
  mentions: readonly Mention[],
  claims: readonly Claim[],
): Sentence[] {
  const sentences: Sentence[] = []
  const ends = [...text.matchAll(END)]
    .map(({ index }) => index + 1)
    .filter((end) => !mentions.some((mention) => mention.start < end && end < mention.end))
  let start = 0
  let carried: readonly string[] = []
  for (const end of [...ends, text.length]) {
    const own = mentions.filter((mention) => mention.start >= start && mention.start < end)
    const groups = groupsOf(own, claims)
    sentences.push({ start, end, text: text.slice(start, end), groups, carried })
    if (own.length > 0) carried = own.flatMap(({ names }) => names)
    if (text[end - 1] === '\n') carried = []
    start = end
  }
  return sentences
}

function groupsOf(mentions: readonly Mention[], claims: readonly Claim[]): Mention[][] {
  const groups: Mention[][] = []
  for (const mention of mentions) {
    const last = groups.at(-1)
    const from = last?.at(-1)?.end ?? 0
    const isApart = claims.some(({ start }) => start >= from && start < mention.start)
    if (last && !isApart) last.push(mention)
    else groups.push([mention])
  }
  return groups
}

const WHOLE_ACCOUNT = /(?<!\p{L})(?:cuenta|total(?:es)?|conjunto|global)(?!\p{L})/iu
const ANOTHER = /(?<!\p{L})(?:otr[oa]s?|resto|demás)(?!\p{L})/iu

function rowsMeant(claim: Claim, sentence: Sentence): number[] {
  const { groups, carried, text, start } = sentence
  const group = groupBefore(claim, groups)
  const tied = tiedTo(claim, sentence)
  const since = text.slice((group?.at(-1)?.end ?? start) - start, claim.start - start)
  const isUnnamed = (groups.length === 0 && carried.length === 0) || ANOTHER.test(since)
  const isOfAll = WHOLE_ACCOUNT.test(text) || (!group && !tied)
  const names = [
    ...namesOf(group ?? groups[0] ?? []),
    ...namesOf(tied ? [tied] : []),
    ...(group ? [] : carried),
  ]
  return claim.owners.flatMap((owners, i) => {
    const fits = owners.length === 0 ? isOfAll : isUnnamed || sharesName(owners, names)
    return fits ? [i] : []
  })
}

/** '80 € en «A»', '80 € de gasto de la campaña «A»'. */
const TIE = /^\s*(?:de\s+\p{L}+\s+)?(?:en|de|del|por|para|con)\s+(?:\p{L}+\s+){0,3}$/iu

function tiedTo({ end }: Claim, { groups, text, start }: Sentence): Mention | undefined {
  const next = groups.flat().find((mention) => mention.start >= end)
  return next && TIE.test(text.slice(end - start, next.start - start)) ? next : undefined
}

/** Of several named at once the figures follow in the same order: in turn, or first all of the one. */
function outOfOrder(
  group: readonly Mention[],
  claims: readonly Claim[],
  sentence: Sentence,
): Claim[] {
  if (group.length < 2) return []
  const listed = claims.filter((claim) => {
    const tied = tiedTo(claim, sentence)
    const isTied = tied && claim.owners.some((owners) => sharesName(owners, tied.names))
    const isOfGroup = claim.owners.some((owners) => sharesName(owners, namesOf(group)))
    return groupBefore(claim, sentence.groups) === group && isOfGroup && !isTied
  })
  const isOf = (claim: Claim, i: number) =>
    claim.owners.some((owners) => sharesName(owners, group[i]?.names ?? []))
  const isInTurn = listed.every((claim, i) => isOf(claim, i % group.length))
  let reached = 0
  const isOneByOne = listed.every((claim) => {
    while (reached < group.length && !isOf(claim, reached)) reached++
    return reached < group.length
  })
  return isInTurn || isOneByOne ? [] : listed
}

function groupBefore({ start }: Claim, groups: readonly Mention[][]): Mention[] | undefined {
  return groups.findLast((group) => group.every((mention) => mention.end <= start))
}

const namesOf = (mentions: readonly Mention[]) => mentions.flatMap(({ names }) => names)

const sharesName = (owners: readonly string[], names: readonly string[]) =>
  owners.some((owner) => names.includes(owner))
