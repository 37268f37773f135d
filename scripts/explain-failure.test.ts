import { expect, test } from 'vitest'
import { explainFailure } from './explain-failure.ts'

const failed = (message: string, over: object) => Object.assign(new Error(message), over)

test.each([
  [failed('listen', { code: 'EACCES', syscall: 'listen', port: 80 }), 'puerto 80'],
  [failed('mkdir', { code: 'EACCES', syscall: 'mkdir', path: 'copias' }), 'copias'],
  [
    failed('no pg_hba.conf entry for host, no encryption', { code: '28000' }),
    'sslmode=verify-full',
  ],
  [failed('role does not exist', { code: '28000' }), 'rechaza el usuario'],
  [failed('prepared statement "as_account" already exists', { code: '42P05' }), '1.21'],
  [failed('prepared statement "as_account" does not exist', { code: '26000' }), '1.21'],
  [failed('self-signed', { code: 'SELF_SIGNED_CERT_IN_CHAIN' }), 'sslrootcert'],
  [failed('The server does not support SSL connections', {}), 'quita sslmode'],
  [failed('cannot execute CREATE TABLE in a read-only transaction', { code: '25006' }), 'reserva'],
  [failed("Command failed: ErrnoError { name: 'ErrnoError', errno: 51 }", { code: 7 }), 'disco'],
  [failed('issuer', { code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' }), 'sslrootcert'],
])('%s is told with what to do', (error, told) => {
  const text = explainFailure(error)
  expect(text).toContain(told)
  expect(text).not.toContain('undefined')
})
