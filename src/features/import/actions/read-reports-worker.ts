import { answerTask } from '#platform/thread.ts'
import { readReports } from '../reading/read-reports.ts'

answerTask(readReports)
