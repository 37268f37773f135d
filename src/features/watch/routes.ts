import { type Mount, serve } from '#platform/http.ts'
import { mountWayOut } from '#platform/way-out-routes.ts'
import { markAlertsSeen } from './actions/mark-seen.ts'
import { endMorningMail, setMorningMail } from './actions/morning-mail.ts'
import { setMonthlyBudget } from './actions/set-monthly-budget.ts'
import * as alerts from './contract/alerts.ts'
import * as morning from './contract/morning.ts'
import * as pace from './contract/pace.ts'
import { getAlert, listAlerts } from './queries/alerts.ts'
import { getMorningMail } from './queries/morning.ts'
import { getPace, listPaces } from './queries/pace.ts'

export function mountWatch(mount: Mount): void {
  serve(mount, alerts.listAlerts, (ctx, input) => listAlerts(ctx, input))
  serve(mount, alerts.getAlert, (ctx, { id }) => getAlert(ctx, id))
  serve(mount, alerts.markAlertsSeen, (ctx, input) => markAlertsSeen(ctx, input))
  serve(mount, pace.getPace, (ctx, { customerId }) => getPace(ctx, customerId))
  serve(mount, pace.listPaces, (ctx) => listPaces(ctx))
  serve(mount, pace.setMonthlyBudget, (ctx, input) => setMonthlyBudget(ctx, input))
  serve(mount, morning.getMorningMail, (ctx) => getMorningMail(ctx))
  serve(mount, morning.setMorningMail, (ctx, input) => setMorningMail(ctx, input))
  mountWayOut(mount, morning.endMorningMail, morning.END_MORNING_MAIL_PATH, endMorningMail)
}
