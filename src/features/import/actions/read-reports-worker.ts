import { answerTask } from '#platform/thread.ts'
import { readReports } from '../rules/read-reports.ts'

answerTask(readReports)
