-- For wrk: sends the requests of a file, parted by zero bytes, one after the other, and tells what came of them. A second argument
-- has each connection rest before a request, for up to twice so many milliseconds.

local requests, sent = {}, 0

function init(args)
  local file = assert(io.open(args[1], "rb"))
  for one in file:read("*a"):gmatch("%Z+") do requests[#requests + 1] = one end
  file:close()
  local rests = tonumber(args[2])
  if rests > 0 then
    function delay() return math.random(0, 2 * rests) end
  end
end

function request()
  sent = sent + 1
  return requests[(sent - 1) % #requests + 1]
end

function done(summary, latency)
  local errors = summary.errors
  local broken = errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format('\n{"answers":%d,"seconds":%f,"refused":%d,"broken":%d,"p50":%f,"p99":%f}\n',
    summary.requests, summary.duration / 1e6, errors.status, broken,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
