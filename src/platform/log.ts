import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from './config.ts'
import { describeError } from './error-text.ts'

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

/** Writes to standard output unless it is given somewhere else. */
export function openLog(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level: config.logLevel,
    base: null,
    serializers: { err: describeError, error: describeError },
    redact: {
      paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[oculto]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
