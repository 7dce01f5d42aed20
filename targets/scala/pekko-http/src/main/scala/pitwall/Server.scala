package pitwall

import java.nio.file.Path
import org.apache.pekko.actor.typed.ActorSystem
import org.apache.pekko.actor.typed.DispatcherSelector
import org.apache.pekko.actor.typed.scaladsl.Behaviors
import org.apache.pekko.http.scaladsl.Http
import scala.concurrent.ExecutionContext
import scala.concurrent.duration.*
import scala.util.Failure

/** How long requests under way may take to finish after SIGTERM. */
private val Grace = 2.seconds

/** Answers Pitwall's scenarios with Pekko HTTP. */
@main def Server(): Unit =
  given system: ActorSystem[Nothing] = ActorSystem(Behaviors.empty, "pitwall")
  val blocking: ExecutionContext = system.dispatchers.lookup(DispatcherSelector.fromConfig("blocking-dispatcher"))
  val poolSize = Environment.number("DB_POOL_SIZE", 16)
  val routes = Routes(
    SharedData.read(Path.of(Environment.text("SHARED_DIR", "../../shared"))),
    Menus(Databases.postgresql(poolSize))(using blocking),
    Accounts(Databases.mysql(poolSize))(using blocking),
    Users(Databases.mongodb(poolSize))(using blocking),
  )
  Http()
    .newServerAt(Environment.text("HOST", "127.0.0.1"), Environment.number("PORT", 8080))
    .bind(routes.all)
    .map(_.addToCoordinatedShutdown(Grace))(using system.executionContext)
    .onComplete {
      case Failure(exception) =>
        System.err.println(s"pekko-http: ${exception.getMessage}")
        sys.exit(1)
      case _ => ()
    }(using system.executionContext)

/** What the environment says; a variable without a text is as good as none. */
object Environment:
  def get(name: String): Option[String] = sys.env.get(name).filter(_.nonEmpty)

  def text(name: String, fallback: String): String = get(name).getOrElse(fallback)

  def number(name: String, fallback: Int): Int = get(name).fold(fallback)(_.toInt)
