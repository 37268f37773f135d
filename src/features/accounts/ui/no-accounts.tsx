import Link2 from 'lucide-react/icons/link-2'
import type { ReactNode } from 'react'
import { Card } from '#kit/components/card.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { paths } from '#kit/paths.ts'
import { Link } from '#kit/router/link.tsx'
import { ConnectActions } from './connect-actions.tsx'

export function NoAccounts({ example }: { example?: ReactNode }) {
  return (
    <Card>
      <EmptyState
        icon={<Link2 />}
        title="No hay cuentas conectadas"
        actions={<ConnectActions isFirst />}
        example={example && <div className="mt-4 flex w-full justify-center">{example}</div>}
      >
        ¿Es tu primera vez?{' '}
        <Link to={paths.onboarding()} className="text-accent underline">
          Sigue los primeros pasos
        </Link>
        . Conecta tu cuenta de Google Ads para ver tus campañas y recibir recomendaciones, o empieza
        con un informe que hayas descargado de Google Ads.
      </EmptyState>
    </Card>
  )
}

export function NoneOfThisType() {
  return <EmptyState title="No hay cuentas de este tipo" />
}
