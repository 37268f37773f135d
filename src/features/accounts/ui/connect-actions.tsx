import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import Upload from 'lucide-react/icons/upload'
import { getStatus } from '#features/auth/contract/endpoints.ts'
import { classes } from '#kit/class-names.ts'
import { buttonClass, LinkButton } from '#kit/components/button.tsx'
import { paths } from '#kit/paths.ts'
import { queryOf } from '#kit/query.ts'
import { OAUTH_START_PATH } from '../contract.ts'

/** The two ways to an account: a downloaded report, or Google's consent, which is what one comes for. Neither for who may not add accounts. */
export function ConnectActions({ isFirst = false }: { isFirst?: boolean }) {
  const status = useQuery(queryOf(getStatus, {}))
  if (status.data?.user?.team?.connects === false) return null
  return (
    <div className={classes('flex flex-wrap gap-2', isFirst && 'justify-center')}>
      <LinkButton to={paths.importReports()} size="sm" icon={<Upload />}>
        Importar informe
      </LinkButton>
      <a href={OAUTH_START_PATH} className={buttonClass(isFirst ? 'primary' : 'secondary', 'sm')}>
        <Plus aria-hidden="true" />
        Conectar cuenta
      </a>
    </div>
  )
}
