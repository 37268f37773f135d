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
  'state',
  'refreshToken',
  'authorization',
  'cookie',
]

/** Codes of the second factor and of Google's consent come with requests; an error's own says what failed. */
const REQUEST_SECRETS = ['body', 'query', 'input', 'params'].flatMap((part) => [
  `${part}.code`,
  `*.${part}.code`,
])

/** Writes to standard output unless it is given somewhere else. */
export function openLog(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level: config.logLevel,
    base: null,
    serializers: { err: describeError, error: describeError },
    redact: {
      paths: [...SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), ...REQUEST_SECRETS],
      censor: '[oculto]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
