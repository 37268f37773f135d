import { STATUSES } from '#shared/ads-words/entities.ts'
import { CONVERSION_CATEGORIES } from '#shared/ads-words/settings.ts'
import type { ConversionAction } from '../../account/snapshot.ts'
import type { EvidenceTable } from '../../findings/recommendation.ts'
import { columnsOf } from '../../words/say.ts'

/** 'PURCHASE' → 'Compra'; a new name of Google's is shown as it is. */
export const categoryName = (category: string): string =>
  CONVERSION_CATEGORIES[category] ?? category

export function actionTable(actions: readonly ConversionAction[]): EvidenceTable {
  return {
    columns: columnsOf('action', 'category', 'status', 'primary'),
    rows: actions.map(({ name, category, status, primaryForGoal }) => ({
      action: name,
      category: categoryName(category),
      status: STATUSES[status].feminine,
      primary: primaryForGoal ? 'Sí' : 'No',
    })),
  }
}
