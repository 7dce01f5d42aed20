package pitwall

import java.util.concurrent.atomic.AtomicLong
import org.apache.pekko.http.scaladsl.model.ContentTypes
import org.apache.pekko.http.scaladsl.model.HttpEntity
import org.apache.pekko.http.scaladsl.model.HttpResponse
import org.apache.pekko.http.scaladsl.model.StatusCodes
import org.apache.pekko.http.scaladsl.server.Directive0
import org.apache.pekko.http.scaladsl.server.Directives.*
import org.apache.pekko.http.scaladsl.server.ExceptionHandler
import org.apache.pekko.http.scaladsl.server.RejectionHandler
import org.apache.pekko.http.scaladsl.server.Route
import org.apache.pekko.http.scaladsl.server.ValidationRejection
import spray.json.*

/** The scenarios by their paths. */
final class Routes(shared: SharedData, menus: Menus, accounts: Accounts, users: Users):
  import JsonFormats.given
  import JsonFormats.sprayJsonMarshaller
  import JsonFormats.sprayJsonUnmarshaller

  private val MostMenus = 11
  private val requests = AtomicLong()

  private val counting: Directive0 = mapRequest { request =>
    requests.incrementAndGet()
    request
  }

  private val notFound: Route = complete(StatusCodes.NotFound -> Failed(404, "not found"))

  /** Pekko's own responses to what no route takes, in the one envelope. */
  private val rejections = RejectionHandler.default.mapRejectionResponse {
    case response @ HttpResponse(status, _, entity: HttpEntity.Strict, _) =>
      val message = if status == StatusCodes.NotFound then "not found" else entity.data.utf8String
      response.withEntity(ContentTypes.`application/json`, Failed(status.intValue, message).toJson.compactPrint)
    case response => response
  }

  /** A database, most likely. */
  private val exceptions = ExceptionHandler { case exception =>
    complete(StatusCodes.InternalServerError -> Failed(500, exception.toString))
  }

  private val plain: Route = concat(
    path("healthz")(complete("ok")),
    path("plaintext")(complete("Hello, World!")),
    path("json")(complete(Small(1, "成功"))),
    path("json-large")(complete(Large(shared.content, 100, 10.12, true))),
    path("error")(reject(ValidationRejection("abcd"))),
    path("count")(complete(Count(200, requests.get))),
    path("assets" / Segment)(id => shared.assets.get(id).fold(notFound)(asset => complete(asset))),
  )

  private val database: Route = concat(
    path("menus") {
      parameter("limit".as[Int].withDefault(MostMenus)) { limit =>
        validate(limit >= 1 && limit <= MostMenus, s"limit: expected a number from 1 to $MostMenus, got $limit") {
          onSuccess(menus.first(limit))(data => complete(MenuList(1, "success", data)))
        }
      }
    },
    path("accounts")(onSuccess(accounts.all())(list => complete(list))),
    path("accounts" / LongNumber) { id =>
      onSuccess(accounts.byId(id))(_.fold(notFound)(account => complete(account)))
    },
    path("users")(onSuccess(users.all())(list => complete(list))),
  )

  private val insert: Route = (path("accounts") & entity(as[NewAccount])) { account =>
    onSuccess(accounts.insert(account))(row => complete(StatusCodes.Created -> row))
  }

  val all: Route = counting {
    handleRejections(rejections) {
      handleExceptions(exceptions) {
        concat(get(concat(plain, database)), post(insert))
      }
    }
  }
