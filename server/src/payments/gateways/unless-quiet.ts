import { quietAdvice, type Quiet } from '../../platform/database/quiet.ts'
import { GatewayDown, type Gateway } from '../ports.ts'

/**
 * A gateway that a quiet copy does not ask, since its customers and cards are those of the installation that the copy was made
 * of. To whoever asks it is not there just now, so that nothing is taken as refused.
 */
export function unlessQuiet(gateway: Gateway, quiet: Quiet): Gateway {
  const ask =
    <A extends unknown[], T>(command: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      if (await quiet.isSo()) throw new GatewayDown(quietAdvice)
      return command(...args)
    }
  return {
    name: gateway.name,
    nameOf: gateway.nameOf,
    readEvent: gateway.readEvent,
    customerFor: ask(gateway.customerFor),
    openFrame: ask(gateway.openFrame),
    keepCard: ask(gateway.keepCard),
    findSetup: ask(gateway.findSetup),
    changeExpiry: ask(gateway.changeExpiry),
    findCard: ask(gateway.findCard),
    removeCard: ask(gateway.removeCard),
    listCards: ask(gateway.listCards),
    takePayment: ask(gateway.takePayment),
    findPayment: ask(gateway.findPayment),
    cancelPayment: ask(gateway.cancelPayment),
    refundPayment: ask(gateway.refundPayment),
  }
}
