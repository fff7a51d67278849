import { t } from './words.ts'

/** Sentences that come out of the database in English, and are `translated` where they are shown: what plans say of themselves. */
export const saidElsewhere: readonly string[] = [
  t`For one yard that a family or a small crew runs.`,
  t`For breeding and backgrounding herds with daily work at the chute.`,
  t`For feedlots where several crews handle cattle every day.`,
  t`For a veterinarian with a practice of their own.`,
  t`For a clinic whose veterinarians share their customers.`,
  t`For a large clinic that serves a whole region.`,
  t`Sized for up to 250 head`,
  t`Sized for up to 2,500 head`,
  t`Sized for more than 2,500 head`,
  t`Sized for one veterinarian`,
  t`Sized for up to ten veterinarians`,
  t`Sized for more than ten veterinarians`,
  t`Animal records, treatments and withdrawal times`,
  t`Ship lists that keep held animals back`,
  t`A web address of its own`,
  t`As many people as you invite`,
  t`Coming: medical records and a customer directory`,
  t`Coming: signed prescriptions and printed labels`,
]
