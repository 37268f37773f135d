import { handle, type JobHandler } from '#platform/jobs.ts'
import { writeRecovery } from './actions/recover.ts'
import { writeRegistration } from './actions/register.ts'
import { writeRecoveryMail, writeRegistrationMail } from './contract/endpoints.ts'

export const authJobs: readonly JobHandler[] = [
  handle(writeRegistrationMail, writeRegistration),
  handle(writeRecoveryMail, writeRecovery),
]
