import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/api.ts'
import { getStatus, logIn } from '../contract/endpoints.ts'
import { rememberUser, statusQuery } from './session.ts'

/** The cookie was set and did not come back: the browser refuses it, so no session can begin. */
export class CookiesRefused extends Error {}

export function useLogIn() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (credentials: { email: string; password: string }) => {
      await call(logIn, credentials)
      const status = await call(getStatus, {})
      if (!status.user) throw new CookiesRefused()
      return { ...status, user: status.user }
    },
    onSuccess: (status) => {
      rememberUser(status.user)
      client.setQueryData(statusQuery.queryKey, status)
    },
  })
}
