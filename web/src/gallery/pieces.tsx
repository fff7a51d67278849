import { IconPencil, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Unreachable } from '../lib/refusal.ts'
import { Logo } from '../layout/logo.tsx'
import { Status } from '../ui/badge.tsx'
import { Count } from '../ui/count.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button, ButtonLink, IconButton, IconLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { FailureBanner } from '../ui/failure-banner.tsx'
import { Exhibit } from './exhibit.tsx'

const longName =
  'Cottonwood Creek Cattle Company – North Feedlot and Calving Barn No. 12 (leased from the county)'

export function Pieces() {
  return (
    <>
      <Exhibit name="Logo">
        <div className="row">
          <Logo size={16} /> <Logo size={28} /> <Logo size={64} />
        </div>
      </Exhibit>
      <Exhibit name="Button">
        <div className="row">
          <Button kind="primary">Create Site</Button>
          <Button>Cancel</Button>
          <Button kind="quiet">Not now</Button>
          <Button kind="danger">Delete</Button>
          <Button kind="primary" disabled>
            Create Site
          </Button>
          <Button icon={IconPlus}>New Site</Button>
          <ButtonLink to="/gallery" icon={IconPencil}>
            Edit
          </ButtonLink>
          <ButtonLink href="https://example.com" newTab icon={IconPlayerPlay} kind="primary">
            Launch
          </ButtonLink>
        </div>
        <BusyButton />
        <div className="row">
          <IconLink label="Launch" icon={IconPlayerPlay} href="https://example.com" newTab />
          <IconButton label="Edit" icon={IconPencil} />
          <IconButton label="Delete" icon={IconTrash} kind="plain" />
        </div>
      </Exhibit>
      <Exhibit name="Status and count">
        <div className="row">
          <Status is="success">Active</Status>
          <Status is="warning">Past due</Status>
          <Status is="danger">Stopped</Status>
          <Status is="info">Trial until November 20th 2026</Status>
          <Status is="waiting">Pending</Status>
          <Count of={3} label="3 pending invites" />
          <Count of={128} label="128 pending invites" />
        </div>
      </Exhibit>
      <Exhibit name="Card">
        <div className="grid">
          <Card
            title="North Feedlot"
            level={3}
            to="/gallery"
            actions={
              <>
                <IconLink
                  label="Launch North Feedlot"
                  icon={IconPlayerPlay}
                  href="https://example.com"
                  newTab
                />
                <IconButton label="Edit North Feedlot" icon={IconPencil} />
              </>
            }
          >
            <p className="soft">north.byre.example · Alberta</p>
            <Status is="success">Active</Status>
          </Card>
          <Card title={longName} level={3} to="/gallery">
            <p className="soft">a-very-long-subdomain-25-c.byre.example</p>
          </Card>
          <Card title="Billing" level={3}>
            <p>Paid by Cottonwood Creek Cattle Company with a Visa ending in 4242.</p>
          </Card>
        </div>
      </Exhibit>
      <Exhibit name="Banner">
        <Banners />
      </Exhibit>
      <Exhibit name="CopyButton">
        <div className="row">
          <code>203.0.113.7</code> <CopyButton text="203.0.113.7" label="Copy the A record" />
        </div>
      </Exhibit>
    </>
  )
}

function BusyButton() {
  const [busy, setBusy] = useState(false)
  return (
    <div className="row">
      <Button kind="primary" busy={busy} busyLabel="Creating site.." onClick={() => setBusy(true)}>
        Create
      </Button>
      <Button kind="primary" busy busyLabel="Creating site..">
        Create
      </Button>
      <Button onClick={() => setBusy(false)}>Be done</Button>
    </div>
  )
}

function Banners() {
  const [dismissed, setDismissed] = useState(false)
  return (
    <>
      {!dismissed && (
        <Banner
          is="warning"
          action={<ButtonLink to="/gallery">Update profile</ButtonLink>}
          onDismiss={() => setDismissed(true)}
        >
          Your account is incomplete. Click the button on right to update your profile
        </Banner>
      )}
      <Banner is="info">Your trial ends on November 20th 2026.</Banner>
      <Banner is="success">Email verified successfully</Banner>
      <Banner is="danger">
        An error occurred while creating a site. <small>Request 01JD2Q7V3M</small>
      </Banner>
      <FailureBanner failure={new Unreachable(null)} />
    </>
  )
}
