import { CrudList } from '../kit/crud/CrudList.tsx'
import { paymentMethodColumns, paymentMethods } from './payment-methods.tsx'

/** /payment-method */
export const PaymentMethodsPage = () => <CrudList title="Payment Method" crud={paymentMethods} columns={paymentMethodColumns} />
