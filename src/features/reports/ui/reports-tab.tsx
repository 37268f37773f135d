import { BrandingSection } from './branding-section.tsx'
import { RecipientsSection } from './recipients-section.tsx'
import { ReportNow } from './report-now.tsx'
import { SchedulesSection } from './schedules-section.tsx'

/** Settings → Informes. `readOnly` in the demo: reports can be looked at, nothing can be changed. */
export function ReportsTab({ readOnly }: { readOnly: boolean }) {
  return (
    <div className="flex flex-col gap-5 pt-5">
      <ReportNow />
      <SchedulesSection readOnly={readOnly} />
      <RecipientsSection readOnly={readOnly} />
      <BrandingSection readOnly={readOnly} />
    </div>
  )
}
