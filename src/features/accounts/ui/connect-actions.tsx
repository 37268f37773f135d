import Plus from 'lucide-react/icons/plus'
import Upload from 'lucide-react/icons/upload'
import { buttonClass, LinkButton } from '#kit/components/button.tsx'
import { paths } from '#kit/paths.ts'
import { OAUTH_START_PATH } from '../contract.ts'

/** The two ways to an account: a downloaded report, or Google's consent. */
export function ConnectActions() {
  return (
    <div className="flex flex-wrap gap-2">
      <LinkButton to={paths.importReports()} size="sm" icon={<Upload />}>
        Importar informe
      </LinkButton>
      <a href={OAUTH_START_PATH} className={buttonClass('secondary', 'sm')}>
        <Plus aria-hidden="true" />
        Conectar cuenta
      </a>
    </div>
  )
}
