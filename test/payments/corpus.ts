/** Invented messages of the four wallets, and what each reads as: see `said` in read.test.ts. */
type Sample = readonly [reads: string, text: string]

const BKASH: readonly Sample[] = [
  [
    'credit bkash person 1250.00 fee 0.00 balance 9999.99 CK4X9Q2ABC from 01700000000 at 2026-11-26T12:30',
    'You have received Tk 1,250.00 from 01700000000. Ref order. Fee Tk 0.00. Balance Tk 9,999.99. TrxID CK4X9Q2ABC at 26/11/2026 12:30',
  ],
  [
    'credit bkash person 765.00 fee 0.00 balance 1234.00 CK4X9Q2ABD from 01812345678 at 2026-11-26T00:05',
    'You have received Tk 765.00 from 01812345678. Fee Tk 0.00. Balance Tk 1,234.00. TrxID CK4X9Q2ABD at 26/11/2026 00:05',
  ],
  [
    'credit bkash person 20.50 fee 0.00 balance 1254.50 CK41111111 from 01912345678 at 2024-02-29T23:59',
    'You have received Tk 20.50 from 01912345678. Ref for two packs, thank you. Fee Tk 0.00. Balance Tk 1,254.50. TrxID CK41111111 at 29/02/2024 23:59',
  ],
  [
    'credit bkash person 500.00 fee 0.00 balance 1500.00 CK42222222 from 01700000001 at 2026-11-26T12:31',
    'You have received Tk 500.00 from 01700000001. Ref01700000009. Fee Tk 0.00. Balance Tk 1,500.00. TrxID CK42222222 at 26/11/2026 12:31',
  ],
  [
    'credit bkash person 500.00 fee 0.00 balance 2000.00 CK43333333 from 01700000002 at 2026-11-26T12:32',
    'You have received Tk 500.00 from 01700000002.Refhello. Fee Tk 0.00. Balance Tk 2,000.00. TrxID CK43333333 at 26/11/2026 12:32',
  ],
  [
    'credit bkash person 500.00 fee 5.00 balance 2495.00 CK44444444 from 8801700000002 at 2026-11-26T12:33',
    'You have received Tk500 from 8801700000002. Ref Tk 9,000.00. Fee Tk 5.00. Balance Tk 2495. TrxID CK44444444 at 26/11/2026 12:33',
  ],
  [
    'credit bkash person 125000.00 fee 0.00 balance 225000.50 CK45555555 from 01700000002 at 2026-11-26T12:34',
    'You have received Tk 1,25,000.00 from 01700000002. Ref Fee Tk 1.00. Fee Tk 0.00. Balance Tk 2,25,000.50. TrxID CK45555555 at 26/11/2026 12:34',
  ],
  [
    'credit bkash person 10.00 fee 0.00 balance 2010.00 CK46666666 from 01700000002 at 2026-11-26T12:35',
    'You have received Tk 10.00 from 01700000002. Ref x. Fee Tk 0.00. Balance Tk 1.00. TrxID DD00000000 at 01/01/2026 10:00. Fee Tk 0.00. Balance Tk 2,010.00. TrxID CK46666666 at 26/11/2026 12:35',
  ],
  [
    'credit bkash person 3000.00 fee 0.00 balance 5000.00 CK4BBBBBB1 from ACME TRADING CO at 2026-11-26T13:00',
    'You have received Tk 3,000.00 from ACME TRADING CO. Ref invoice 88. Fee Tk 0.00. Balance Tk 5,000.00. TrxID CK4BBBBBB1 at 26/11/2026 13:00',
  ],
  [
    'credit bkash person 3000.00 fee 0.00 balance 8000.00 CK4BBBBBB2 from M. Rahman & Sons (Ltd) at 2026-11-26T13:01',
    'You have received Tk 3,000.00 from M. Rahman & Sons (Ltd). Fee Tk 0.00. Balance Tk 8,000.00. TrxID CK4BBBBBB2 at 26/11/2026 13:01',
  ],
  [
    'credit bkash merchant 400.00 fee 0.00 balance 8400.00 CK4CCCCCC1 from 01700000003 at 2026-11-26T13:02',
    'You have received payment Tk 400.00 from 01700000003. Ref ORDER12345. Fee Tk 0.00. Balance Tk 8,400.00. TrxID CK4CCCCCC1 at 26/11/2026 13:02',
  ],
  [
    'credit bkash merchant 400.00 fee 0.00 balance 8800.00 CK4CCCCCC2 from 01700000003 at 2026-11-26T13:03',
    'You have received payment of Tk 400.00 from 01700000003. Fee Tk 0.00. Balance Tk 8,800.00. TrxID CK4CCCCCC2 at 26/11/2026 13:03',
  ],
  [
    'credit bkash cash_in 600.00 fee 0.00 balance 9400.00 CK4DDDDDD1 from 01700000004 at 2026-11-26T13:04',
    'Cash In Tk 600.00 from 01700000004 successful. Fee Tk 0.00. Balance Tk 9,400.00. TrxID CK4DDDDDD1 at 26/11/2026 13:04. Download App: https://example.com/app',
  ],
  [
    'credit bkash bank_deposit 5000.00 fee 0.00 balance 14400.00 CK4EEEEEE1 from Invented Bank at 2026-11-26T13:05',
    'You have received deposit of Tk 5,000.00 from Invented Bank. Fee Tk 0.00. Balance Tk 14,400.00. TrxID CK4EEEEEE1 at 26/11/2026 13:05',
  ],
  [
    'credit bkash bank_deposit 5000.00 fee 0.00 balance 19400.00 CK4EEEEEE2 from Invented Bank at 2026-11-26T13:06',
    'You have received deposit of Tk 5,000.00 from Invented Bank. Ref November. Fee Tk 0.00. Balance Tk 19,400.00. TrxID CK4EEEEEE2 at 26/11/2026 13:06',
  ],
]

const NAGAD: readonly Sample[] = [
  [
    'credit nagad person 500.00 fee 0.00 balance 1234.00 71AB3CDE from 01812345678 at 2026-11-26T12:30',
    'Money Received.\nAmount: Tk 500.00\nSender: 01812345678\nRef: N/A\nTxnID: 71AB3CDE\nBalance: Tk 1,234.00\n26/11/2026 12:30',
  ],
  [
    'credit nagad person 500.00 fee 0.00 balance 1734.00 71AB3CDF from 01812345678 at 2026-11-26T12:31',
    'Money Received.\nAmount: Tk 500.00\nSender: 01812345678\nRef: my two orders of today\nTxnID: 71AB3CDF\nBalance: Tk 1,734.00\n26/11/2026 12:31',
  ],
  [
    'credit nagad person 60.00 fee 0.00 balance 1794.00 71AB3CDG from 01812345678 at 2026-11-26T12:32',
    'Money Received. Amt: Tk 60 Sender: 01812345678 Ref: 01700000000 TxnID: 71AB3CDG Bal: Tk 1,794.00 26/11/2026 12:32',
  ],
  [
    'credit nagad person 60.00 fee 0.00 balance 1854.00 71AB3CDH from 01812345678 without a date',
    'Money Received.\nAmt: Tk 60.00\nSender: 01812345678\nTxnID: 71AB3CDH\nBal: Tk 1,854.00',
  ],
  [
    'credit nagad person 60.00 fee 0.00 balance 1914.00 71AB3CDJ from 01812345678 at 2026-11-26T12:33',
    'Money Received.\nAmount: Tk 60.00\nSender: 01812345678\nRef: TxnID: 99ZZ9ZZZ Balance: Tk 7\nTxnID: 71AB3CDJ\nBalance: Tk 1,914.00\n26/11/2026 12:33',
  ],
  [
    'credit nagad person 900.00 fee 0.00 balance 2814.00 71AB3CDK from ACME TRADING CO at 2026-11-26T12:34',
    'Money Received.\nAmount: Tk 900.00\nSender: ACME TRADING CO\nRef: invoice 7\nTxnID: 71AB3CDK\nBalance: Tk 2,814.00\n26/11/2026 12:34',
  ],
  [
    'credit nagad cash_in 700.00 fee 0.00 balance 3514.00 71AB3CDL from 01912345678 at 2026-11-26T12:35',
    'Cash In Received.\nAmount: Tk 700.00\nUddokta: 01912345678\nTxnID: 71AB3CDL\nBalance: Tk 3,514.00\n26/11/2026 12:35',
  ],
  [
    'credit nagad cash_in 700.00 fee 3.50 balance 4210.50 71AB3CDM from 01912345678 at 2026-11-26T12:36',
    'Cash In Received.\nAmount: Tk 700.00\nUddokta: 01912345678\nRef: N/A\nTxnID: 71AB3CDM\nFee: Tk 3.50\nBalance: Tk 4,210.50\n26/11/2026 12:36',
  ],
  [
    'credit nagad merchant 350.00 fee 0.00 balance 4560.50 71AB3CDN from 01812345670 at 2026-11-26T12:37',
    'Payment Received.\nAmount: Tk 350.00\nCustomer: 01812345670\nTxnID: 71AB3CDN\nBalance: Tk 4,560.50\n26/11/2026 12:37',
  ],
  [
    'credit nagad merchant 350.00 fee 0.00 balance 4910.50 71AB3CDP from 01812345670 at 2026-11-26T12:38',
    'Payment Received.\nAmount: Tk 350.00\nCustomer: 01812345670\nRef: shop 12\nTxnID: 71AB3CDP\nBalance: Tk 4,910.50\n26/11/2026 12:38',
  ],
  [
    'credit nagad bank_deposit 8000.00 fee 0.00 balance 12910.50 71AB3CDQ from Invented Bank at 2026-11-26T12:39',
    'Add Money Received.\nAmount: Tk 8,000.00\nBank: Invented Bank\nTxnID: 71AB3CDQ\nBalance: Tk 12,910.50\n26/11/2026 12:39',
  ],
]

const ROCKET: readonly Sample[] = [
  [
    'credit rocket person 1000.00 fee 0.00 balance 5000.00 1234567890 from 017****123 at 2026-11-26T00:30',
    'Tk1,000.00 received from A/C:017****123 Fee:Tk0, Your A/C Balance: Tk5,000.00 TxnId:1234567890 Date:26-NOV-26 12:30:00 am.',
  ],
  [
    'credit rocket person 1000.00 fee 0.00 balance 6000.00 1234567891 from ***123 at 2026-11-26T12:30',
    'Tk1,000.00 received from A/C:***123 Fee:Tk0, Your A/C Balance: Tk6,000.00 TxnId:1234567891 Date:26-NOV-26 12:30:00 pm.',
  ],
  [
    'credit rocket person 100.00 fee 0.00 balance 6100.00 1234567892 from 017000000001 at 2026-11-26T13:30',
    'Tk100.00 received from A/C:017000000001 Ref: order 12 Fee:Tk0, Your A/C Balance: Tk6,100.00 TxnId:1234567892 Date:26-NOV-26 01:30:00 pm.',
  ],
  [
    'credit rocket person 100.00 fee 0.00 balance 6200.00 1234567893 from 01700000000 at 2026-11-26T13:31',
    'Tk100.00 received from A/C:01700000000 Ref:TxnId:9999999999 Fee:Tk0, Your A/C Balance: Tk6,200.00 TxnId:1234567893 Date:26-NOV-26 01:31:00 pm.',
  ],
  [
    'credit rocket person 100.00 fee 0.00 balance 6300.00 1234567894 from ACME TRADING CO at 2026-11-26T13:32',
    'Tk100.00 received from ACME TRADING CO. Fee:Tk0, Your A/C Balance: Tk6,300.00 TxnId:1234567894 Date:26-NOV-26 01:32:00 pm.',
  ],
  [
    'credit rocket cash_in 100.00 fee 1.00 balance 6399.00 1234567895 from 017000000002 at 2026-11-26T13:33',
    'Tk100.00 Cash-In from Agent:017000000002 Fee:Tk1, Your A/C Balance: Tk6,399.00 TxnId:1234567895 Date:26-NOV-26 01:33:00 pm.',
  ],
  [
    'credit rocket merchant 1.00 fee 0.00 balance 6400.00 1234567896 from 017000000002 at 2026-11-26T13:34',
    'Tk1.00 payment received from A/C:017000000002 Ref:77 Fee:Tk0, Your A/C Balance: Tk6,400.00 TxnId:1234567896 Date:26-NOV-26 01:34:00 pm.',
  ],
  [
    'credit rocket bank_deposit 600.00 fee 0.00 balance 7000.00 1234567897 from Invented Bank at 2026-11-26T13:35',
    'Tk600.00 deposited from Invented Bank. Balance: Tk7,000.00 TxnId:1234567897 Date:26-NOV-26 01:35:00 pm.',
  ],
  [
    'credit rocket fund_transfer 5000.00 fee 0.00 balance 12000.00 without an id from 1234567890123 at 2026-11-26T13:36',
    'Tk5,000.00 fund transfer received from A/C:1234567890123. Your A/C Balance: Tk12,000.00 Date:26-NOV-26 01:36:00 pm.',
  ],
  [
    'credit rocket fund_transfer 5000.00 fee 0.00 balance 17000.00 without an id from 1234567890123 at 2026-11-26T13:37',
    'Tk5,000.00 fund transfer received from A/C:1234567890123 Ref: TxnId 1111111111. Balance: Tk17,000.00 Date:26-NOV-26 01:37:00 pm.',
  ],
]

const UPAY: readonly Sample[] = [
  [
    'credit upay person 500.00 fee 0.00 balance 1000.00 01ABCDEFGH from 01700000000 at 2026-11-26T12:30 unproven',
    'Tk. 500.00 has been received from 01700000000. Ref-abc. Balance Tk. 1,000.00. TrxID 01ABCDEFGH at 26/11/2026 12:30.',
  ],
  [
    'credit upay person 500.00 fee 0.00 balance 1500.00 01ABCDEFGJ from ACME TRADING CO at 2026-11-26T12:31 unproven',
    'Tk. 500.00 has been received from ACME TRADING CO. Balance Tk. 1,500.00. TrxID 01ABCDEFGJ at 26/11/2026 12:31.',
  ],
  [
    'credit upay cash_in 500.00 fee 0.00 balance 2000.00 01ABCDEFGK from 01700000004 at 2026-11-26T12:32 unproven',
    'Cash in of Tk. 500.00 from agent 01700000004 received. Balance Tk. 2,000.00. TrxID 01ABCDEFGK at 26/11/2026 12:32.',
  ],
  [
    'credit upay merchant 500.00 fee 2.00 balance 2498.00 01ABCDEFGL from 01700000000 at 2026-11-26T12:33 unproven',
    'Payment of Tk. 500.00 received from 01700000000. Ref: order 9. Fee Tk. 2.00. Balance Tk. 2,498.00. TrxID 01ABCDEFGL at 26/11/2026 12:33.',
  ],
  [
    'credit upay bank_deposit 502.00 fee 0.00 balance 3000.00 01ABCDEFGM from Invented Bank at 2026-11-26T12:34 unproven',
    'Add money of Tk. 502.00 received from Invented Bank. Balance Tk. 3,000.00. TrxID 01ABCDEFGM at 26/11/2026 12:34.',
  ],
]

/** Each credits, in every way that a phone may hand it over. */
export const CREDITING = [...BKASH, ...NAGAD, ...ROCKET, ...UPAY]

const BKASH_END = 'Fee Tk 0.00. Balance Tk 9,999.99. TrxID CK4X9Q2ABC at 26/11/2026 12:30'
const RECEIVED = `You have received Tk 5,000.00 from 01700000000. ${BKASH_END}`

/** What must not credit, by kind. */
export const NOT_CREDITING: readonly Sample[] = [
  [
    'debit bkash sent 500.00 fee 5.00 balance 995.00 CK4F000001 from 01700000000 at 2026-11-26T12:30',
    'Send Money Tk 500.00 to 01700000000 successful. Ref 1. Fee Tk 5.00. Balance Tk 995.00. TrxID CK4F000001 at 26/11/2026 12:30',
  ],
  [
    'debit bkash cash_out 500.00 fee 9.25 balance 490.75 CK4F000002 from 01700000000 at 2026-11-26T12:30',
    'Cash Out Tk 500.00 to 01700000000 successful. Fee Tk 9.25. Balance Tk 490.75. TrxID CK4F000002 at 26/11/2026 12:30',
  ],
  [
    'debit bkash payment_made 500.00 fee 0.00 balance 490.75 CK4F000003 from ACME SHOP at 2026-11-26T12:30',
    'Payment of Tk 500.00 to ACME SHOP is successful. Ref 77. Fee Tk 0.00. Balance Tk 490.75. TrxID CK4F000003 at 26/11/2026 12:30',
  ],
  [
    'debit nagad cash_out 500.00 fee 7.00 balance 700.00 71AB3CE1 from 01912345678 at 2026-11-26T12:30',
    'Cash Out Successful.\nAmount: Tk 500.00\nUddokta: 01912345678\nTxnID: 71AB3CE1\nFee: Tk 7.00\nBalance: Tk 700.00\n26/11/2026 12:30',
  ],
  [
    'debit nagad sent 500.00 fee 5.00 balance 195.00 71AB3CE2 from 01912345678 at 2026-11-26T12:30',
    'Money Sent.\nAmount: Tk 500.00\nReceiver: 01912345678\nRef: N/A\nTxnID: 71AB3CE2\nFee: Tk 5.00\nBalance: Tk 195.00\n26/11/2026 12:30',
  ],
  [
    'debit rocket sent 100.00 fee 0.00 balance 900.00 1234567898 from 017000000001 at 2026-11-26T13:30',
    'Tk100.00 sent to A/C:017000000001 Ref:1 Fee:Tk0, Your A/C Balance: Tk900.00 TxnId:1234567898 Date:26-NOV-26 01:30:00 pm.',
  ],
  [
    'debit rocket cash_out 100.00 fee 1.80 balance 798.20 1234567899 from 017000000001 at 2026-11-26T13:30',
    'Tk100.00 Cash-Out to A/C:017000000001 Fee:Tk1.80, Your A/C Balance: Tk798.20 TxnId:1234567899 Date:26-NOV-26 01:30:00 pm.',
  ],
  [
    'debit upay sent 100.00 fee 0.00 balance 900.00 01ABCDEFGN from 01700000000 at 2026-11-26T12:30 unproven',
    'Tk. 100.00 has been sent to 01700000000. Balance Tk. 900.00. TrxID 01ABCDEFGN at 26/11/2026 12:30.',
  ],
  ['other sent', `Send Money Tk 500.00 to 01700000000. Ref ${RECEIVED}`],
  ['other bill', `Bill paid. Tk 900.00 to Invented Power. ${BKASH_END}`],
  ['other bill', 'Electricity bill payment of Tk 900.00 was done.'],
  ['other recharge', `Mobile Recharge Tk 50.00 to 01700000000 successful. ${BKASH_END}`],
  ['other returned', `Tk 500.00 has been returned from 01700000000. ${BKASH_END}`],
  ['other returned', `Payment of Tk 500.00 has been reversed. ${BKASH_END}`],
  ['other cashback', `You have received Tk 20.00 cashback. ${BKASH_END}`],
  ['other cashback', `Cashback Tk 20.00 from ACME SHOP. ${BKASH_END}`],
  ['other cashback', `Congratulations! Bonus Tk 20.00 received. ${BKASH_END}`],
  ['other refund', `You have received a refund Tk 500.00 from ACME SHOP. ${BKASH_END}`],
  ['other refund', `Refund Tk 500.00 from ACME SHOP. ${BKASH_END}`],
  ['other failed', `Your Cash In of Tk 500.00 failed. Ref ${RECEIVED}`],
  ['other failed', 'Send Money was unsuccessful. Your balance is not enough.'],
  ['other failed', `Payment failed! ${RECEIVED}`],
  ['other cashback', `Cashback! ${RECEIVED}`],
  ['other request', `01700000000 has requested Tk 500.00 from you. Ref ${RECEIVED}`],
  ['other request', 'Payment request of Tk 500.00 from ACME SHOP.'],
  ['other code', 'Your bKash verification code is 123456. It expires in 2 minutes. Never share your code and PIN with anyone.'],
  ['other code', 'Your OTP: 998877'],
  ['other promotion', 'Enjoy 20% cashback! Pay Tk 500.00 from your wallet.'],
  ['other promotion', `Offer! ${RECEIVED} is what you could read every day`],
  ['other balance', 'Your account balance is Tk 9,999.99 at 26/11/2026 12:30'],
]

/** Like a credit, but not whole: a person reads it. */
export const UNREADABLE: readonly string[] = [
  '',
  'Hello, I paid 500. CK4X9Q2ABC',
  `You have received Tk 5,000.00 from 01700000000. Fee Tk 0.00. Balance Tk 9,999.99. TrxID CK4X9Q2ABC at 31/02/2026 12:30`,
  `You have received Tk 5,000.00 from 01700000000. Fee Tk 0.00. Balance Tk 9,999.99. TrxID CK4X9Q2ABC at 26/13/2026 12:30`,
  `You have received Tk 5,000.00 from 01700000000. Fee Tk 0.00. Balance Tk 9,999.99. TrxID CK4X9Q2ABC at 26/11/2026 25:30`,
  `You have received Tk 5,000.00 from 01700000000. Fee Tk 0.00. Balance Tk 9,999.99. TrxID CK4X9Q2ABC`,
  `You have received Tk 5,000.00 from 01700000000. Fee Tk 0.00. Balance Tk 9,999.99. TrxID CK4X9Q2AB at 26/11/2026 12:30`,
  `You have received Tk 5,000.00 from 01700000000. Fee Tk 0.00. Balance Tk 9,999.99. TrxID CK4X9Q2ABCD at 26/11/2026 12:30`,
  `You have received Tk 5,000.00 from 01700000000. Fee Tk 0.00. Balance Tk 9,999.99. TrxID ck4x9q2abc at 26/11/2026 12:30`,
  `You have received Tk 5,000.00 from 01700000000. Fee Tk 0.00. Balance Tk 9,999.99. TrxID CK4X9Q2AB\u0421 at 26/11/2026 12:30`,
  `You have received Tk 5,000.00 Tk 50.00 from 01700000000. ${BKASH_END}`,
  `You have received Tk 0.00 from 01700000000. ${BKASH_END}`,
  `You have received Tk 50,00.00 from 01700000000. ${BKASH_END}`,
  `You have received Tk 5.000,00 from 01700000000. ${BKASH_END}`,
  `You have received Tk 5,000.000 from 01700000000. ${BKASH_END}`,
  `You have received Tk -5,000.00 from 01700000000. ${BKASH_END}`,
  `You have received $ 5,000.00 from 01700000000. ${BKASH_END}`,
  `You have received Tk 5,000.00 from 017000000001234. ${BKASH_END}`,
  `You have received Tk 5,000.00 from ACME LTD as refund. ${BKASH_END}`,
  `You have received Tk 5,000.00 from ACME. REFUND DEPT. ${BKASH_END}`,
  `You have received Tk 5,000.00 from CASHBACK CLUB. ${BKASH_END}`,
  `You have received Tk 5,000.00 from ACME as returned payment. ${BKASH_END}`,
  `${RECEIVED}. Reply YES to accept`,
  `${RECEIVED}\n${RECEIVED.replace('CK4X9Q2ABC', 'DK4X9Q2ABD')}`,
  `Ref: ${RECEIVED}`,
  `Now Tk 100.00 today! ${RECEIVED}`,
  `Received Tk 5,000.00 from 01700000000. ${BKASH_END}`,
  'Money Received.\nAmount: Tk 500.00\nAmount: Tk 900.00\nSender: 01812345678\nTxnID: 71AB3CDE\nBalance: Tk 1,234.00\n26/11/2026 12:30',
  'Money Received.\nAmount: Tk 500.00\nSender: 01812345678\nTxnID: 71AB3CDE\nTxnID: 71AB3CDF\nBalance: Tk 1,234.00\n26/11/2026 12:30',
  'Money Received.\nAmount: Tk 500.00\nSender: 01812345678\nTxnID: 71AB3CDE\n26/11/2026 12:30',
  'Money Received.\nAmount: Tk 500.00\nSender: 01812345678\nTxnID: 71AB3CDE9\nBalance: Tk 1,234.00\n26/11/2026 12:30',
  'Tk100.00 received from A/C:017****123 Fee:Tk0, Your A/C Balance: Tk5,000.00 TxnId:123456789 Date:26-NOV-26 12:30:00 am.',
  'Tk100.00 received from A/C:017****123 Fee:Tk0, Your A/C Balance: Tk5,000.00 TxnId:1234567890 Date:26-NOX-26 12:30:00 am.',
  'Tk100.00 received from A/C:017****123 Fee:Tk0, Your A/C Balance: Tk5,000.00 TxnId:1234567890 Date:26-NOV-26 13:30:00 pm.',
]
