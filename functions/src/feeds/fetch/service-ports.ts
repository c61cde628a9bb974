/** The "bad ports" of the Fetch standard (https://fetch.spec.whatwg.org/#port-blocking), which browsers refuse. */
const BLOCKED_BY_BROWSERS = [
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
];

/** SQL Server, Oracle, MySQL, PostgreSQL, CouchDB, Redis, Neo4j, InfluxDB, Cassandra, Elasticsearch, MongoDB … */
const DATABASES = [
  1433, 1434, 1521, 3306, 3307, 5432, 5433, 5984, 6379, 6380, 6432, 7474, 7687, 8086, 8529, 9042,
  9160, 9200, 9300, 11211, 26257, 26379, 27017, 27018, 27019, 28015,
];

/** SMB, MQTT, ZooKeeper, Docker, etcd, RDP, Erlang, AMQP, VNC, WinRM, Kafka, kubelet. */
const CONTROLS = [
  445, 1883, 2181, 2375, 2376, 2379, 2380, 3389, 4369, 5671, 5672, 5900, 5985, 5986, 8883, 9092,
  10250, 10255,
];

const SERVICE_PORTS = new Set([...BLOCKED_BY_BROWSERS, ...DATABASES, ...CONTROLS].map(String));

export const SERVICE_PORT_SENTENCE =
  'The port of the address belongs to another service than the web.';

/**
 * True for the port of a service that could read an HTTP request as commands.
 * @param port As in `URL`: empty for the scheme's default port.
 */
export function isServicePort(port: string): boolean {
  return SERVICE_PORTS.has(port);
}
