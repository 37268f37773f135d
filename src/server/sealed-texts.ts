import { inArray } from 'drizzle-orm'
import type { Db } from '#platform/db/handles.ts'
import { googleConnections } from '#platform/db/schema/access.ts'
import { totpSecrets } from '#platform/db/schema/identity.ts'
import { webhooks } from '#platform/db/schema/integrations.ts'
import { jobs } from '#platform/db/schema/work.ts'
import type { Vault } from '#platform/secrets.ts'

/** What the key of the settings seals, by what it is to an operator, in Spanish: singular and plural. */
export type SealedKind = readonly [one: string, many: string]

export const GRANTS: SealedKind = ['permiso de Google', 'permisos de Google']
export const CHANNELS: SealedKind = ['webhook', 'webhooks']
export const SECOND_FACTORS: SealedKind = ['segundo factor', 'segundos factores']
export const WAITING: SealedKind = ['trabajo en espera', 'trabajos en espera']

/** Within a text, e.g. the payload of a job. */
export const SEALED = /\bv1\.[0-9a-f]{8}\.[\w-]+\.[\w-]+\.[\w-]*/g

/** All of them; a revoked grant keeps no token. */
export async function readSealed(db: Db): Promise<{ kind: SealedKind; sealed: string }[]> {
  const grants = await db
    .select({ sealed: googleConnections.refreshTokenSealed })
    .from(googleConnections)
  const channels = await db.select({ sealed: webhooks.urlSealed }).from(webhooks)
  const factors = await db.select({ sealed: totpSecrets.secretSealed }).from(totpSecrets)
  const open = await db
    .select({ payload: jobs.payload })
    .from(jobs)
    .where(inArray(jobs.status, ['waiting', 'running']))
  const waiting = open.flatMap(({ payload }) => JSON.stringify(payload).match(SEALED) ?? [])
  return [
    ...grants.map(({ sealed }) => ({ kind: GRANTS, sealed })),
    ...channels.map(({ sealed }) => ({ kind: CHANNELS, sealed })),
    ...factors.map(({ sealed }) => ({ kind: SECOND_FACTORS, sealed })),
    ...waiting.map((sealed) => ({ kind: WAITING, sealed })),
  ].filter(({ sealed }) => sealed !== '')
}

export function opens(vault: Vault, sealed: string): boolean {
  try {
    vault.open(sealed)
    return true
  } catch {
    return false
  }
}
