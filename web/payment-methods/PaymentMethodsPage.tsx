import { CrudList } from '../kit/CrudList.tsx'
import { paymentMethodColumns, paymentMethods } from './payment-methods.tsx'

/** /payment-method */
export const PaymentMethodsPage = () => <CrudList title="Payment Method" crud={paymentMethods} columns={paymentMethodColumns} />
