import { DrawnTogether } from '#kit/components/drawn-together.tsx'
import { KeysSection } from './keys-section.tsx'
import { SheetsSection } from './sheets-section.tsx'
import { WebhooksSection } from './webhooks-section.tsx'

/** Settings → Integraciones. `readOnly` in the demo: shown, but nothing can be done. */
export function IntegrationsTab({ readOnly }: { readOnly: boolean }) {
  return (
    <DrawnTogether className="flex flex-col gap-5 pt-5">
      <WebhooksSection readOnly={readOnly} />
      <SheetsSection readOnly={readOnly} />
      <KeysSection readOnly={readOnly} />
    </DrawnTogether>
  )
}
