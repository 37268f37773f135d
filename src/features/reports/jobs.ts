import { handle, type JobHandler } from '#platform/jobs.ts'
import { mailScheduledReport } from './actions/mail-report.ts'
import { failRun, makeScheduledReport } from './actions/make-report.ts'
import { failDelivery } from './actions/settle-delivery.ts'
import { mailReport, makeReport } from './contract/endpoints.ts'

export const reportJobs: readonly JobHandler[] = [
  handle(makeReport, makeScheduledReport, failRun),
  handle(mailReport, mailScheduledReport, failDelivery),
]
