import { Alert, type AlertProps } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './form-page.module.css'

/** A warning to read before going on; `title` is translated. */
export const Warning = ({ title, children, role = 'status' }: Pick<AlertProps, 'title' | 'children' | 'role'>) => (
  <Alert
    variant="default"
    className={classes.warning}
    icon={<IconAlertTriangle aria-hidden />}
    title={title}
    {...(role && { role })}
  >
    {children}
  </Alert>
)
