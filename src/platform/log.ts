import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

export type Log = Logger

/** Names under which secrets travel; their values never reach the log. */
const SECRETS = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'code',
  'state',
  'refreshToken',
  'authorization',
  'cookie',
]

export function openLog(config: Pick<Config, 'logLevel'>): Log {
  return pino({
    level: config.logLevel,
    base: null,
    redact: {
      paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[oculto]',
    },
  })
}
