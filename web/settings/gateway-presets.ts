interface GatewayPreset {
  readonly gateway: string
  readonly sms_url: string
  readonly sms_method: 'GET' | 'POST'
  readonly sms_accepted: string
  readonly sms_accepted_field: string
}

/** Of gateways in Bangladesh, as programs call them today; their terms change, so each is to be checked. */
export const GATEWAY_PRESETS: readonly GatewayPreset[] = [
  {
    gateway: 'Alpha SMS (sms.net.bd)',
    sms_url: 'https://api.sms.net.bd/sendsms?api_key={key}&to={phone}&msg={message}',
    sms_method: 'POST',
    sms_accepted: '0',
    sms_accepted_field: 'error',
  },
  {
    gateway: 'BulkSMSBD',
    sms_url: 'https://bulksmsbd.net/api/smsapi?api_key={key}&type=text&senderid=SENDER_ID&number={phone}&message={message}',
    sms_method: 'POST',
    sms_accepted: '202',
    sms_accepted_field: 'response_code',
  },
  {
    gateway: 'ElitBuzz',
    sms_url: 'https://msg.elitbuzz-bd.com/smsapi?api_key={key}&type=text&senderid=SENDER_ID&contacts={phone}&msg={message}',
    sms_method: 'POST',
    sms_accepted: 'SMS SUBMITTED',
    sms_accepted_field: '',
  },
  {
    gateway: 'GreenWeb',
    sms_url: 'https://api.greenweb.com.bd/api.php?json&token={key}&to={phone}&message={message}',
    sms_method: 'GET',
    sms_accepted: 'SENT',
    sms_accepted_field: '0.status',
  },
  {
    gateway: 'SSL Wireless (ISMS Plus)',
    sms_url:
      'https://smsplus.sslwireless.com/api/v3/send-sms?api_token={key}&sid=SENDER_ID&csms_id={id}&msisdn={phone}&sms={message}',
    sms_method: 'POST',
    sms_accepted: 'SUCCESS',
    sms_accepted_field: 'status',
  },
]
