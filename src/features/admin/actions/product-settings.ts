import type { CallerContext } from '#platform/context.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { normaliseEmail } from '#platform/email-address.ts'
import {
  type ProductSettings,
  productSettings,
  storeProductSettings,
} from '#platform/product-settings.ts'
import { AppError } from '#shared/app-error.ts'
import { type AuditChanges, recordAction } from './audit.ts'

/** Stores the settings and writes down what changed; saving them unchanged leaves no trace. */
export async function updateSettings(
  ctx: CallerContext,
  input: ProductSettings,
): Promise<ProductSettings> {
  const wanted = {
    ...input,
    supportEmail: input.supportEmail && normaliseEmail(input.supportEmail),
  }
  return await inTransaction(ctx, async (ctx) => {
    const changes = differences(await productSettings(ctx), wanted)
    if (Object.keys(changes).length === 0) return wanted
    if (changes.adminSecondFactor && wanted.adminSecondFactor && !ctx.caller.secondFactorSince)
      throw new AppError('conflict', OWN_FACTOR_FIRST)
    await storeProductSettings(ctx, wanted)
    await recordAction(ctx, 'change_settings', null, changes)
    return wanted
  })
}

const OWN_FACTOR_FIRST =
  'Activa antes la verificación en dos pasos en tu propia cuenta: si no, te quedarías fuera de la administración.'

function differences(before: ProductSettings, after: ProductSettings): AuditChanges {
  const fields = [
    'supportEmail',
    'syncEveryHours',
    'signUpOpen',
    'adminSecondFactor',
    'keepLogsDays',
  ] as const
  return Object.fromEntries(
    fields
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, { before: before[field], after: after[field] }]),
  )
}
