import { handle, type JobHandler } from '#platform/jobs.ts'
import { mailMorning } from './actions/morning-mail.ts'
import { watchAccount } from './actions/watch-account.ts'
import * as alerts from './contract/alerts.ts'
import * as morning from './contract/morning.ts'

export const watchJobs: readonly JobHandler[] = [
  handle(alerts.watchAccount, (ctx, { customerId }) => watchAccount(ctx, customerId)),
  handle(morning.sendMorningMail, mailMorning),
]
