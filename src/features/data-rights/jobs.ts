import { handle, type JobHandler } from '#platform/jobs.ts'
import { failCopy, makeCopy } from './actions/make-copy.ts'
import { makeCopy as makeCopyJob } from './contract.ts'

export const dataRightsJobs: readonly JobHandler[] = [handle(makeCopyJob, makeCopy, failCopy)]
