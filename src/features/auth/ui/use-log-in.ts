import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '#kit/api.ts'
import { getStatus, logIn } from '../contract/endpoints.ts'
import { rememberUser, statusQuery } from './session.ts'

/** The cookie was set and did not come back: the browser refuses it, so no session can begin. */
export class CookiesRefused extends Error {}

/** Answers the token of the second step where there is one, else undefined: then one is in. */
export function useLogIn() {
  const enter = useEnter()
  return useMutation({
    mutationFn: async (credentials: { email: string; password: string }) => {
      const { secondStepToken } = await call(logIn, credentials)
      if (!secondStepToken) await enter()
      return secondStepToken
    },
  })
}

/** After the server has opened a session: the screens learn whose it is. */
export function useEnter(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(async () => {
    const status = await call(getStatus, {})
    if (!status.user) throw new CookiesRefused()
    rememberUser(status.user)
    client.setQueryData(statusQuery.queryKey, status)
  }, [client])
}
