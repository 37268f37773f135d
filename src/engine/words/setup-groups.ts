import type { Context } from '../account/context.ts'
import type { Figure, Finding, GroupTexts } from '../findings/recommendation.ts'
import { groupFigures } from './group-figures.ts'
import { listed } from './setup-texts.ts'

/** Names as in the titles of the parts, e.g. campaigns. */
export const labelsOf = (parts: readonly Finding[]): string[] =>
  parts.map(({ group }) => group?.label ?? '')

/** Texts of several findings about settings as one: the same holds for each, so the words are the first one's. */
export function settingsGroupTexts(
  context: Context,
  parts: readonly Finding[],
  label: string,
  texts: Pick<GroupTexts, 'title' | 'description'> &
    Partial<Pick<GroupTexts, 'whyNow' | 'after' | 'impact'>>,
  more: readonly Figure[] = [],
): GroupTexts {
  const [first] = parts
  const figures = groupFigures(context, parts, label).list.filter(({ key }) =>
    ['days', 'count'].includes(key),
  )
  return {
    whyNow: first!.whyNow,
    figures: [...figures, ...more],
    test: { ...first!.card.test, sentence: CHECKED, numbers: [] },
    before: 'Como se ve en la tabla.',
    after: first!.card.change?.after ?? '',
    ...texts,
  }
}

const CHECKED =
  'No hay azar que valorar: se ha mirado cada caso de la tabla en los datos de Google.'

export const quoted = (names: readonly string[]) => listed(names.map((name) => `«${name}»`))
