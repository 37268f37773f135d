import { UsersBlock } from './users-block.tsx'

/** /admin/users. */
export function AllUsersPage() {
  return <UsersPage title="Todos los usuarios" onlyActive={false} />
}

/** /admin/users/active. */
export function ActiveUsersPage() {
  return <UsersPage title="Usuarios activos" onlyActive />
}

function UsersPage({ title, onlyActive }: { title: string; onlyActive: boolean }) {
  return (
    <div className="page flex flex-col gap-5">
      <title>{`${title} · Pujante`}</title>
      <h1 className="text-xl font-semibold">{title}</h1>
      <UsersBlock onlyActive={onlyActive} />
    </div>
  )
}
