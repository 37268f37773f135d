import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { Banner } from './banner.tsx'
import { LinkButton } from './button.tsx'

/** Instead of what the plan lacks: names the plan that has it and leads there. */
export function UpgradeNotice({ plan, children }: { plan: string; children: ReactNode }) {
  return (
    <div className="p-4 md:p-5">
      <Banner
        tone="accent"
        title={`Incluido en el plan ${plan}`}
        actions={
          <LinkButton size="sm" to={paths.subscription()}>
            Ver los planes
          </LinkButton>
        }
      >
        {children}
      </Banner>
    </div>
  )
}
